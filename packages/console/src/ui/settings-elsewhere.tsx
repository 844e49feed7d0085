import { Link } from "@tanstack/react-router";

/** Explains an empty list of configurations: where the module is set up, and what values here are for. */
export function SettingsElsewhere({ to }: { to: string }) {
  return (
    <p>
      {"This module works without values here: its devices, cameras and displays are set up under "}
      <Link to={to}>Settings</Link>
      {". Add a value only if another program reads it through the API."}
    </p>
  );
}
