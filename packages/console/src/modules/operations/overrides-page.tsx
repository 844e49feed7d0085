import { SiteOverrides } from "../../access/site-overrides.tsx";
import { Page } from "../../ui/page.tsx";

/** The overrides of the whole site, apart from the lists that people work with. */
export default function OverridesPage() {
  return (
    <Page>
      <SiteOverrides />
    </Page>
  );
}
