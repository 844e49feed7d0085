import { gatePlans } from "./gate-plan.ts";

/** Names of the cameras at the gates, as the media server knows them: `main-gate/1`. */
export const toCameraSources = (): string[] => gatePlans.map(({ camera }) => `${camera.device}/${camera.id}`);
