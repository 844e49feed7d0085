import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";

/** The device said yes. */
export const accepted = (detail: string): HardwareResult => ({ outcome: "accepted", detail });

/** The device said no, or nobody could have said yes. */
export const rejected = (detail: string): HardwareResult => ({ outcome: "rejected", detail });

/** No answer came; whether the command was heard all the same is told, because it may still have done something. */
export const noReply = ({ isSent, detail }: { isSent: boolean; detail: string }): HardwareResult => ({
  outcome: "unreachable",
  detail: `${sentence(detail)} ${isSent ? "The device may have received the command." : "Command not sent."}`,
});

/** What came back is no answer to what was asked. */
export const notUnderstood = (detail: string): HardwareResult => noReply({ isSent: true, detail });

/** A device's own words, fit to end a sentence. */
export function saying(words: string): string {
  const plain = words
    .replaceAll(/[\p{Cc}\p{Cs}\ufffd\s]+/gu, " ")
    .replace(/[\s.!?]+$/, "")
    .trim();
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}

const sentence = (detail: string) => (/[.!?]$/.test(detail) ? detail : `${detail}.`);
