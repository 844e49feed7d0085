import type { Page } from "@playwright/test";

declare global {
  interface Window {
    playedTones: number[];
  }
}

/** Records the frequencies that the page plays; nothing is heard. Call it before the page is opened. */
export async function recordTones(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    window.playedTones = [];
    class RecordedContext {
      currentTime = 0;
      destination = {};
      resume = () => Promise.resolve();
      createOscillator = () => {
        const tone = {
          frequency: { value: 0 },
          connect: <Next>(next: Next) => next,
          start: () => void window.playedTones.push(tone.frequency.value),
          stop: () => {},
        };
        return tone;
      };
      createGain = () => ({
        gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
        connect: <Next>(next: Next) => next,
      });
    }
    Object.assign(window, { AudioContext: RecordedContext });
  });
  return () => page.evaluate(() => window.playedTones);
}
