import type { HttpTransport } from "@gatehouse/drivers/ai-devices/driver";
import { failed, success } from "@gatehouse/drivers/device-result";

const maxChars = 256 * 1024;

/** Creates an HTTP transport; the default timeout suits a busy machine, tests of silent devices use a short one. */
export const createFetchTransport =
  (timeoutMs = 4_500): HttpTransport =>
  async ({ url, headers = {} }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let text: string;
    let response: Response;
    try {
      response = await fetch(url, { headers, redirect: "manual", signal });
    } catch {
      return signal.aborted ? failed("timed-out", url) : failed("unreachable", url);
    }
    try {
      text = await response.text();
    } catch {
      return failed("not-understood", url);
    }
    if (text.length > maxChars) return failed("too-large", url);
    return success({ status: response.status, contentType: response.headers.get("content-type") ?? "", text });
  };
