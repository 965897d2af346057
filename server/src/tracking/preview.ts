// Preview of a link's page while a campaign is being placed: the real renderer, without a token.
import type { BodyOf } from '@fairturn/contract/endpoint'
import type { trackingCalls } from '@fairturn/contract/tracking'
import { refuse } from '../platform/http/refusal.ts'
import { type LandingUrl, parseLandingUrl } from './click-url.ts'
import { renderPage } from './page.ts'

const EPOCH = new Date(0)
/** Not a valid link code: codes have eight characters. */
const CODE = 'preview'

/** HTML of the page in the visitor's language. Refuses `landing_url_is_invalid`. */
export function previewPage(
  { brand, tagline, creative, landing_url, locale }: BodyOf<typeof trackingCalls.preview>,
  { origin, filesOrigin = origin, demo }: { origin: string; filesOrigin?: string; demo: boolean },
): string {
  const page = renderPage(
    {
      id: CODE,
      code: CODE,
      campaign_id: '',
      brand,
      tagline,
      creative,
      landing: landingOf(landing_url),
      opened_at: EPOCH,
      ends_at: EPOCH,
      ended_at: null,
    },
    { locale, origin, filesOrigin, demo },
  )
  return page.beforeToken.toString() + page.afterToken.toString()
}

function landingOf(landing_url: string): LandingUrl {
  try {
    return parseLandingUrl(landing_url)
  } catch {
    throw refuse('landing_url_is_invalid', {
      fields: [{ field: 'landing_url', code: 'landing_url_is_invalid' }],
    })
  }
}
