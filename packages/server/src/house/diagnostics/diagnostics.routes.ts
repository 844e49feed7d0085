import { diagnosticsEndpoints } from "@gatehouse/contract/entities/diagnostics";
import { handle } from "../../platform/http/call.ts";
import type { Services } from "../../platform/services.ts";
import { createDiagnostics, diagnosticsName } from "./bundle.ts";
import type { Machine } from "./host-facts.ts";

/** Serves the diagnostics bundle. */
export const diagnosticsRoutes = ({ clock }: Services, machine: Machine) =>
  handle(diagnosticsEndpoints, {
    "GET /diagnostics": ({ read }) => {
      const now = clock.now();
      return { filename: diagnosticsName(now), content: createDiagnostics(read, machine, now) };
    },
  });
