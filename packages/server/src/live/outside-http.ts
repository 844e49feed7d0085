import type { DeviceResult, HttpAnswer } from "@gatehouse/drivers/ai-devices/driver";
import { failed, success } from "@gatehouse/drivers/ai-devices/result";
import type { OutsideTransport } from "@gatehouse/drivers/mygate/mygate";

const timeMs = 10_000;
const mostBytes = 4 * 1_048_576;

/**
 * The way to systems outside the site, whose addresses an administrator entered: within limits of time and size, and
 * without following a redirect to anywhere else.
 */
export function openOutsideHttp(limits: { timeMs?: number; mostBytes?: number } = {}): OutsideTransport {
  const within = { timeMs, mostBytes, ...limits };
  return async ({ method, url, headers = {}, body }) => {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return failed("unreachable", "Invalid URL.");
    const signal = AbortSignal.timeout(within.timeMs);
    try {
      const answer = await fetch(url, {
        method,
        redirect: "manual",
        signal,
        headers: {
          accept: "application/json",
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return await read(answer, within.mostBytes);
    } catch (error) {
      return signal.aborted ? failed("timed-out", "No reply in time.") : failed("unreachable", reasonOf(error));
    }
  };
}

async function read(answer: Response, most: number): Promise<DeviceResult<HttpAnswer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > most) return failed("too-large", `The response is larger than ${Math.round(most / 1024)} KiB.`);
    chunks.push(chunk);
  }
  const contentType = answer.headers.get("content-type") ?? "";
  return success({ status: answer.status, contentType, text: new TextDecoder().decode(Buffer.concat(chunks)) });
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  if (cause?.code === "ECONNREFUSED") return "Connection refused.";
  if (cause?.code === "ENOTFOUND" || cause?.code === "EAI_AGAIN") return "Host name not found.";
  return `Connection failed (${cause?.code ?? (error as Error).name}).`;
}
