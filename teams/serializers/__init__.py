"""Teams as programs send and receive them.

What is sent is decoded strictly into the shapes of `bodies`, what is answered is
made of those of `answers`. The API's description is generated from the same shapes.
"""

from __future__ import annotations
