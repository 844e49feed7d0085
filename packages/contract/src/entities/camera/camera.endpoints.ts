import * as z from "zod";
import { defineEndpoints } from "../../endpoint.ts";
import { idInPath } from "../../fields/id.ts";
import { moduleInPath } from "../../modules/module-in-path.ts";
import { camera, cameraChange } from "./camera.schema.ts";

/** The calls on cameras that lanes and gates need. */
export const cameraEndpoints = defineEndpoints({
  "GET /cameras/{module}": {
    tag: "Cameras",
    summary: "List a module's cameras",
    params: z.object({ module: moduleInPath }),
    answer: z.array(camera),
  },
  "PATCH /cameras/{module}/{id}": {
    tag: "Cameras",
    summary: "Attach a lane to a camera, or detach it",
    params: z.object({ module: moduleInPath, id: idInPath }),
    body: cameraChange,
    answer: camera,
    faults: ["record/not-found", "record/taken", "record/changed"],
  },
});
