import { describe, expect, it } from "vitest";
import { preparedFolder, slowMachineMs } from "../../start/launch.ts";
import { runCrashes } from "./crash-run.ts";

describe("a server that is killed", () => {
  it(
    "ENG-5 at random times under load loses no acknowledged event, duplicates none and opens no gate",
    async () => {
      const result = await runCrashes(await preparedFolder(), 6);
      expect(result.acknowledged).toBeGreaterThan(0);
      expect(result.pulses).toBeGreaterThan(0);
      expect(result).toMatchObject({ lost: 0, duplicated: 0, openedByRestart: 0, openedTwice: 0 });
    },
    3 * slowMachineMs,
  );
});
