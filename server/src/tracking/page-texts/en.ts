// The link page in English.
import type { PageTexts } from '../page-texts.ts'

export const en: PageTexts = {
  demo: 'Demo: invented advertisers, no real money',
  sponsored: 'Sponsored',
  advertiser: 'Advertiser: {brand}',
  reward: 'The member who shared this link earns a reward if you continue.',
  continue_to: 'Continue to {host}',
  privacy: 'Your visit is counted without storing your IP address.',
  unknown_title: 'This link leads nowhere',
  unknown_text:
    'Please check that the whole address was copied, or ask the person who shared it for a new one.',
  ended_title: 'This share has ended',
  ended_text: 'The order behind this link is over, so it no longer earns a reward.',
  retry_title: 'One moment, please',
  retry_text: 'We could not open this page just now. Please try again in a moment.',
  retry: 'Try again',
}
