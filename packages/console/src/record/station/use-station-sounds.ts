import type { Station } from "@gatehouse/contract/entities/station";
import { useEffect, useRef } from "react";
import { useStoredChoice } from "../../ui/use-stored-choice.ts";
import { useSecondsNow } from "../../ui/waiting-time.tsx";

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
  for (const [index, frequency] of sounds[sound].entries()) {
    const at = audio.currentTime + index * toneSeconds;
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

/**
 * A barrier that did not open, a vehicle that waits too long, and a denied vehicle each have a sound. If several are
 * due at the same time, at whichever gates, the first of them is played.
 */
export function useStationSounds(stations: readonly Station[]): void {
  const [isMuted] = useMuted();
  const nowMs = useSecondsNow();
  /** What was announced of each gate, by event. The first load of a gate announces nothing. */
  const announced = useRef(new Map<number, ReadonlyMap<number, Sound>>());
  useEffect(() => {
    const due = new Set(stations.flatMap((station) => takeDue(announced.current, station, nowMs)));
    const first = (Object.keys(sounds) as Sound[]).find((sound) => due.has(sound));
    if (first && !isMuted) play(first);
  }, [stations, nowMs, isMuted]);
}

/** The sounds of a gate that are due; they count as announced from now on. */
function takeDue(
  announced: Map<number, ReadonlyMap<number, Sound>>,
  { gate, waiting, left }: Station,
  nowMs: number,
): Sound[] {
  const before = announced.get(gate.id);
  const now = new Map([...left, ...waiting].map((card) => [card.event.id, soundOf(card, nowMs)]));
  announced.set(gate.id, now);
  if (!before) return [];
  return [...now].filter(([id, sound]) => before.get(id) !== sound).map(([, sound]) => sound);
}

function soundOf({ event }: Station["waiting"][number], nowMs: number): Sound {
  if (event.barrierFailure !== null) return "failed";
  return nowMs - Date.parse(event.receivedAt) > tooLongMs ? "waiting" : "denied";
}
