// Sounds of a table, made here from oscillators and noise; off until somebody wants them.

import { SOUND_KEY } from "./motion.js";

// Frequencies in hertz, how long each lasts in seconds, and how loud it is.
const TUNES = {
  turn: [[587, 0.12, 0.16], [880, 0.28, 0.14]],
  scored: [[659, 0.1, 0.16], [784, 0.1, 0.16], [988, 0.3, 0.16]],
  injured: [[196, 0.16, 0.2], [147, 0.34, 0.18]],
  "card-played": [[440, 0.06, 0.1], [554, 0.16, 0.1]],
  ended: [[523, 0.14, 0.16], [659, 0.14, 0.16], [784, 0.14, 0.16], [1047, 0.5, 0.16]],
};
const RATTLES = { rolled: 5, rerolled: 3, walked: 2 };

export function setSound(isOn) {
  try { localStorage.setItem(SOUND_KEY, isOn ? "on" : "off"); } catch { /* private windows */ }
}

let context;

function tone(frequency, at, seconds, loudness) {
  const [wave, gain] = [context.createOscillator(), context.createGain()];
  wave.type = "triangle";
  wave.frequency.value = frequency;
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  wave.connect(gain).connect(context.destination);
  wave.start(at);
  wave.stop(at + seconds);
}

// A die that knocks on wood: a few milliseconds of noise.
function knock(at, loudness) {
  const buffer = context.createBuffer(1, context.sampleRate * 0.03, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length) ** 3;
  const [source, filter, gain] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = 1400 + Math.random() * 900;
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at);
}

// Play the most telling sound of what happened; the viewer's turn comes last.
export function playSounds(kinds, isTurn) {
  context ??= new AudioContext();
  let at = context.currentTime + 0.02;
  const rattle = kinds.find((kind) => RATTLES[kind]);
  for (let n = 0; n < (RATTLES[rattle] ?? 0); n += 1) knock(at + n * 0.06 + Math.random() * 0.03, 0.5);
  if (rattle) at += 0.3;
  const tune = ["ended", "scored", "injured", "card-played"].find((kind) => kinds.includes(kind)) ?? (isTurn ? "turn" : null);
  for (const [frequency, seconds, loudness] of TUNES[tune] ?? []) {
    tone(frequency, at, seconds, loudness);
    at += seconds * 0.8;
  }
}
