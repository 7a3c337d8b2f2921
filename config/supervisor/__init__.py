"""What `manage.py up` does: one process that keeps the whole product running.

    up (supervisor) -+- broker   Valkey, unless REDIS_URL names another one
                     +- web      uvicorn; several share one listening socket
                     +- worker   Celery
                     +- caller   Celery, for webhooks alone
                     +- thinker  Celery, for bots at online tables
                     +- beat     Celery's clock

Each child leads a process group of its own and holds one end of a cord
(`cord.py`): through it the child says that it is ready, and when the supervisor
vanishes, however it does, the child notices and ends its group.
"""
