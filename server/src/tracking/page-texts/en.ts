// The shape of the link page's texts, and the English ones. Words in braces are filled in.
export interface PageTexts {
  /** At the top of every page of a demo. */
  demo: string
  sponsored: string
  /** {brand} */
  advertiser: string
  reward: string
  /** {host} */
  continue_to: string
  privacy: string
  unknown_title: string
  unknown_text: string
  ended_title: string
  ended_text: string
  retry_title: string
  retry_text: string
  retry: string
}

export const en: PageTexts = {
  demo: 'Demo: sample advertisers, no real money',
  sponsored: 'Sponsored',
  advertiser: 'Advertiser: {brand}',
  reward: 'The member who shared this link earns a reward if you continue.',
  continue_to: 'Continue to {host}',
  privacy: 'Your visit is counted without storing your IP address.',
  unknown_title: 'This link does not work',
  unknown_text:
    'Please check that you copied the full address, or ask the person who shared it for a new link.',
  ended_title: 'This link has ended',
  ended_text: 'The order for this link has ended, so it no longer earns a reward.',
  retry_title: 'One moment, please',
  retry_text: 'We could not open this page right now. Please try again in a moment.',
  retry: 'Try again',
}
