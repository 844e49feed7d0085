import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { runtimeConfig } from "../../api/runtime-config.ts";
import { Logo } from "../../ui/logo.tsx";
import { DemoBadge } from "../demo-badge.tsx";
import classes from "./sign-in-frame.module.css";

interface SignInFrameProps {
  title: string;
  purpose: string;
  /** Shown above the form. */
  notice?: ReactNode;
  /** Error message. */
  error?: string | undefined;
  children: ReactNode;
}

/** Layout of the pages outside the shell. */
export function SignInFrame({ title, purpose, notice, error, children }: SignInFrameProps) {
  return (
    <div className={classes.frame}>
      <div className={classes.picture} aria-hidden />
      <main className={classes.side}>
        <div className={classes.column}>
          <Logo size={36} />
          <div>
            <DemoBadge />
            <h1>{title}</h1>
            <p className={classes.purpose}>{purpose}</p>
          </div>
          {notice !== undefined && (
            <div className={classes.notice} role="status">
              <IconInfoCircle size={18} aria-hidden />
              <p>{notice}</p>
            </div>
          )}
          {error !== undefined && (
            <div className={classes.fault} role="alert">
              <IconAlertTriangle size={18} aria-hidden />
              <p>{error}</p>
            </div>
          )}
          {children}
        </div>
        <p className={classes.version}>{`Gatehouse ${runtimeConfig().version}`}</p>
      </main>
    </div>
  );
}
