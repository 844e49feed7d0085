import { tvm, tvmDraft, tvmEndpoints } from "@gatehouse/contract/entities/tvm";
import { resource } from "../../platform/resources/resource.ts";

/** Ticket vending machines. */
export const tvmRoutes = resource(tvmEndpoints, {
  table: "tvms",
  record: tvm,
  draft: tvmDraft,
  constraints: {
    tvms_code: { path: "code", message: "Another ticket vending machine has this code" },
    tvms_name: { path: "name", message: "Another ticket vending machine has this name" },
  },
});
