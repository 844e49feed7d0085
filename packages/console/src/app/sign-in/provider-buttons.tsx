import { Button } from "@mantine/core";
import { runtimeConfig } from "../../api/runtime-config.ts";
import classes from "./sign-in-frame.module.css";

interface ProviderButtonsProps {
  providers: readonly { id: number; name: string }[];
  next: string | undefined;
}

/** AUTH-10: a button for each provider; nothing if there is none. */
export function ProviderButtons({ providers, next }: ProviderButtonsProps) {
  if (providers.length === 0) return null;
  const returnTo = next === undefined ? "" : `?${new URLSearchParams({ returnTo: next })}`;
  return (
    <div className={classes.providers}>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          variant="default"
          size="md"
          fullWidth
          href={`${runtimeConfig().apiBaseUrl}/auth/providers/${id}/start${returnTo}`}
        >
          {`Sign in with ${name}`}
        </Button>
      ))}
    </div>
  );
}
