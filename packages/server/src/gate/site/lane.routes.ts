import { lane, laneEndpoints } from "@gatehouse/contract/entities/lane";
import { resource } from "../../platform/resources/resource.ts";

export const laneRoutes = resource(laneEndpoints, {
  table: "lanes",
  record: lane,
  constraints: { lanes_name: { path: "name", message: "Another lane has this name" } },
});
