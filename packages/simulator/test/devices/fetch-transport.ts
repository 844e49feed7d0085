import type { HttpTransport } from "@gatehouse/drivers/ai-devices/driver";
import { failed, success } from "@gatehouse/drivers/ai-devices/result";

const sizeLimit = 256 * 1024;

/** A way to the devices for tests, with as much patience as a busy machine needs, or as little as a silent device. */
export const fetchTransport =
  (patienceMs = 4_500): HttpTransport =>
  async ({ url, headers = {} }) => {
    const signal = AbortSignal.timeout(patienceMs);
    let text: string;
    let answer: Response;
    try {
      answer = await fetch(url, { headers, redirect: "manual", signal });
    } catch {
      return signal.aborted ? failed("timed-out", url) : failed("unreachable", url);
    }
    try {
      text = await answer.text();
    } catch {
      return failed("not-understood", url);
    }
    if (text.length > sizeLimit) return failed("too-large", url);
    return success({ status: answer.status, contentType: answer.headers.get("content-type") ?? "", text });
  };
