import { CloseButton } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from "@tabler/icons-react";
import classes from "./banner-stack.module.css";
import { dismissBanner, type Tone, useBanners } from "./banners.ts";

const looks: Record<Tone, { icon: TablerIcon; role: "status" | "alert" }> = {
  success: { icon: IconCircleCheck, role: "status" },
  info: { icon: IconInfoCircle, role: "status" },
  warning: { icon: IconAlertTriangle, role: "alert" },
  error: { icon: IconCircleX, role: "alert" },
};

/** SHELL-2: the visible banners. */
export function BannerStack() {
  return (
    <div className={classes.stack}>
      {useBanners().map(({ id, tone, title, detail }) => {
        const { icon: Icon, role } = looks[tone];
        return (
          <div key={id} className={classes.banner} data-tone={tone} role={role}>
            <Icon size={18} aria-hidden />
            <div className={classes.words}>
              <p className={classes.title}>{title}</p>
              {detail !== undefined && <p>{detail}</p>}
            </div>
            <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismissBanner(id)} />
          </div>
        );
      })}
    </div>
  );
}
