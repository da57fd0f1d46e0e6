// Loaded beside the page and ready long before it: asks for the words at once, so that they travel together with the
// rest and not after it.

import { useLanguage } from "./app/i18n";
import { firstLanguage } from "./app/settings";

// Whoever draws the page asks again, and tells of what is wrong.
useLanguage(firstLanguage()).catch(() => undefined);
