/** OPS-5: a vehicle that was read earlier is not at the gate any more, so its event can't open it. */
export const maxEventOpenMinutes = 30;
