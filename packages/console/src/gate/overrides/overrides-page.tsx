import { Page } from "../../ui/page.tsx";
import { SiteOverrides } from "./site-overrides.tsx";

/** The overrides of the whole site, apart from the lists that people work with. */
export default function OverridesPage() {
  return (
    <Page>
      <SiteOverrides />
    </Page>
  );
}
