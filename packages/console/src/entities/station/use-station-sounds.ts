import type { Station } from "@gatehouse/contract/entities/station/station.schema";
import { useEffect, useRef } from "react";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";

/** The sounds by priority: frequencies in Hz, one after the other. */
const sounds = {
  failed: [880, 440, 880, 440],
  waiting: [660, 660, 660],
  denied: [523, 392],
} as const;
type Sound = keyof typeof sounds;

const toneSeconds = 0.16;
const volume = 0.25;
/** A vehicle that waits longer is announced again. */
const tooLongMs = 60_000;

/** Whether the sounds of the station are off in this browser. */
export const useMuted = () => useStoredChoice("station.muted", false);

let audio: AudioContext | undefined;

function play(sound: Sound): void {
  audio ??= new AudioContext();
  // A browser keeps it suspended until someone has pressed something on the page.
  void audio.resume();
  for (const [place, frequency] of sounds[sound].entries()) {
    const at = audio.currentTime + place * toneSeconds;
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(volume, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + toneSeconds);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + toneSeconds);
  }
}

/** OPS-3: a barrier that did not open, a vehicle that waits too long, and a denied vehicle each have a sound. */
export function useStationSounds(station: Station | undefined): void {
  const [isMuted] = useMuted();
  /** What was announced, by event; undefined until the first load, which announces nothing. */
  const announced = useRef<Map<number, Sound>>(undefined);
  useEffect(() => {
    if (!station) return;
    const now = new Map(station.waiting.map((card) => [card.event.id, soundOf(card, Date.now())]));
    const before = announced.current;
    announced.current = now;
    if (!before || isMuted) return;
    const due = [...now].filter(([id, sound]) => before.get(id) !== sound).map(([, sound]) => sound);
    const [first] = (Object.keys(sounds) as Sound[]).filter((sound) => due.includes(sound));
    if (first) play(first);
  }, [station, isMuted]);
}

function soundOf({ event }: Station["waiting"][number], nowMs: number): Sound {
  if (event.barrierFailure !== null) return "failed";
  return nowMs - Date.parse(event.receivedAt) > tooLongMs ? "waiting" : "denied";
}
