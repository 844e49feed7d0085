import { communityUnreadable } from "@gatehouse/contract/entities/display/display.messages";
import type { HardwareResult } from "@gatehouse/contract/fields/hardware-result";
import { noReply } from "@gatehouse/drivers/hardware-transport";
import type { SignAddress } from "@gatehouse/drivers/signs/sign";
import type { Secrets } from "../../platform/security/secrets.ts";
import type { SiteDisplay } from "../site-wiring.ts";

/** Adds the community string of a sign to its address. Stored commands don't contain it. */
export function withCommunity(
  address: SignAddress,
  display: SiteDisplay | undefined,
  secrets: Secrets,
): { ok: true; address: SignAddress } | { ok: false; outcome: HardwareResult } {
  const sealed = display?.type === "grid" ? display.communitySecret : null;
  if (sealed === null) return { ok: true, address };
  const community = secrets.open(sealed);
  // Not sent with another community string, which the sign would ignore.
  if (community === undefined) return { ok: false, outcome: noReply({ isSent: false, detail: communityUnreadable }) };
  return { ok: true, address: { ...address, community } };
}
