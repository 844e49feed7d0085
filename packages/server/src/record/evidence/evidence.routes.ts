import { evidenceEndpoints } from "@gatehouse/contract/entities/event";
import { codeOf } from "@gatehouse/contract/modules/registry";
import type { ImageStore } from "../../house/image-store.ts";
import { loadRequiredConfigs } from "../../house/required-config.store.ts";
import { handle } from "../../platform/http/call.ts";
import type { Services } from "../../platform/services.ts";
import { createZip } from "../../platform/zip.ts";
import { signPackage } from "./evidence-package.ts";
import { loadEvidence } from "./evidence-parts.ts";

/** Evidence packages, and the key that they are verified with. */
export const evidenceRoutes = ({ clock, evidenceSigner }: Services, store: ImageStore | undefined) =>
  handle(evidenceEndpoints, {
    "GET /events/{module}/{id}/evidence": async ({ params: { module, id }, person: { gateIds, username }, read }) => {
      const parts = await loadEvidence(read, { module, id, gateIds }, store);
      const at = clock.now();
      const { siteName: site } = await loadRequiredConfigs(read);
      const about = { site, event: { module, id }, createdAt: at.toISOString(), createdBy: username };
      return {
        filename: `evidence-${codeOf(module)}-${id}.zip`,
        content: createZip(signPackage(parts, about, evidenceSigner), at, { isCompressed: false }),
      };
    },
    "GET /evidence-key": () => ({
      publicKey: evidenceSigner.publicKey,
      fingerprint: evidenceSigner.fingerprint,
    }),
  });
