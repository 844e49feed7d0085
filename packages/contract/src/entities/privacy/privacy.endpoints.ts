import * as z from "zod";
import { crud } from "../../crud.ts";
import { defineEndpoints } from "../../endpoint.ts";
import { cleanUp, erasure, legalHold, legalHoldDraft, plateParams, plateSummary, retention } from "./privacy.schema.ts";

const tag = "Privacy";

/** PRIV-1, PRIV-4: retention, and what is stored about one plate. All of it concerns the whole site. */
export const privacyEndpoints = defineEndpoints(
  { read: "view", write: "site" },
  {
    "GET /privacy/retention": {
      tag,
      summary: "The minimum and maximum retention of each kind of data",
      answer: retention,
    },
    "PUT /privacy/retention": {
      tag,
      summary: "Change the minimum and maximum retention of each kind of data",
      body: retention,
      answer: retention,
    },
    "GET /privacy/clean-ups": {
      tag,
      summary: "The next days on which data is deleted, and how much will have been deleted by then",
      answer: z.array(cleanUp),
      faults: ["image/unavailable"],
    },
    "GET /privacy/plates/{plate}": {
      tag,
      permission: "export",
      summary: "How much is stored about a plate, and whether it can be erased",
      params: plateParams,
      answer: plateSummary,
    },
    "GET /privacy/plates/{plate}/export": {
      tag,
      permission: "export",
      summary: "Export everything that is stored about a plate: JSON and pictures in a ZIP file",
      params: plateParams,
      download: "application/zip",
      exports: "plates",
    },
    "DELETE /privacy/plates/{plate}": {
      tag,
      summary: "Erase a plate: deletes its records and pictures, and makes its events anonymous",
      params: plateParams,
      answer: erasure,
      faults: ["record/not-found", "privacy/held", "privacy/minimum-retention"],
    },
  },
);

/** PRIV-2: the endpoints of legal holds. */
export const legalHoldEndpoints = crud({
  tag,
  noun: "legal hold",
  permissions: { read: ["audit", "site"], write: "site" },
  path: "/legal-holds",
  list: { path: "/legal-holds" },
  change: { PUT: legalHoldDraft },
  record: legalHold,
  draft: legalHoldDraft,
});
