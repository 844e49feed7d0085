import type { CallMessages } from "../endpoint.ts";

const saved = { success: "Format saved", failure: "Failed to save the format" };
const removed = { success: "Format removed", failure: "Failed to remove the format" };
const fetched = { failure: "Failed to fetch the format" };
const previewed = { failure: "Failed to preview the format" };

export const payloadMappingMessages = {
  "GET /ai-devices/{id}/payload-mapping": fetched,
  "PUT /ai-devices/{id}/payload-mapping": saved,
  "DELETE /ai-devices/{id}/payload-mapping": removed,
  "POST /ai-devices/{id}/payload-mapping/preview": previewed,
  "GET /sensors/{id}/payload-mapping": fetched,
  "PUT /sensors/{id}/payload-mapping": saved,
  "DELETE /sensors/{id}/payload-mapping": removed,
  "POST /sensors/{id}/payload-mapping/preview": previewed,
} as const satisfies CallMessages;
