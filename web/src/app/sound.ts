// Short sounds, made on the spot: it is your turn, a card, coins, a war at the end of an age, a victory. Off until the
// viewer asks for them in the settings.

import { settings } from "./settings";

export type Sound = "turn" | "card" | "coin" | "war" | "victory";
interface Note {
  /** Hertz, when it begins and how long it sounds, in seconds. */
  pitch: number;
  at: number;
  long: number;
  wave: OscillatorType;
  loud: number;
  /** Where its pitch slides to. */
  to?: number;
}

const bell = (pitch: number, at: number, long = 0.3): Note => ({ pitch, at, long, wave: "sine", loud: 0.12 });
const drum = (at: number): Note => ({ pitch: 150, to: 46, at, long: 0.22, wave: "triangle", loud: 0.3 });
const NOTES: Record<Sound, Note[]> = {
  turn: [bell(523.25, 0), bell(783.99, 0.14)],
  card: [{ pitch: 520, to: 180, at: 0, long: 0.07, wave: "triangle", loud: 0.1 }],
  coin: [
    { pitch: 1650, at: 0, long: 0.09, wave: "sine", loud: 0.05 },
    { pitch: 2090, at: 0.06, long: 0.2, wave: "sine", loud: 0.05 },
  ],
  war: [drum(0), drum(0.22), drum(0.44), drum(0.55), drum(0.66)],
  victory: [bell(523.25, 0), bell(659.26, 0.13), bell(783.99, 0.26), bell(1046.5, 0.39, 0.9)],
};
let audio: AudioContext | null = null;

/** Plays a sound, if the viewer wants any. */
export function sound(name: Sound): void {
  if (!settings.peek().sound) return;
  try {
    audio ??= new AudioContext();
    const now = audio.currentTime;
    for (const { pitch, to, at, long, wave, loud } of NOTES[name]) {
      const voice = audio.createOscillator(),
        volume = audio.createGain();
      voice.type = wave;
      voice.frequency.setValueAtTime(pitch, now + at);
      if (to) voice.frequency.exponentialRampToValueAtTime(to, now + at + long);
      volume.gain.setValueAtTime(0.0001, now + at);
      volume.gain.exponentialRampToValueAtTime(loud, now + at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + at + long);
      voice.connect(volume).connect(audio.destination);
      voice.start(now + at);
      voice.stop(now + at + long + 0.02);
    }
  } catch {
    // no sound here
  }
}
