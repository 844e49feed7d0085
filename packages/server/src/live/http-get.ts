import type { HttpGet } from "@gatehouse/drivers/ai-devices/driver";

const timeLimitMs = 2_000;

/** The drivers' transport: a time limit on everything, no redirects, and a failure is a value. */
export const httpGet: HttpGet = async (url) => {
  try {
    const answer = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeLimitMs) });
    await answer.body?.cancel();
    return { status: answer.status };
  } catch {
    return undefined;
  }
};
