import type { FeedAnswer } from "./feed.ts";

/** For devices that look at the status only. */
export const plainAnswer = (): FeedAnswer => ({ status: 200, contentType: "text/plain", body: "OK" });
