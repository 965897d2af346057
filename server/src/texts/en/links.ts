// The pages of tracked links; words in braces are filled in. `reward` is the disclosure that the law requires, `disclosure` that of
// every shared caption.

export default {
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
  disclosure: 'Ad. I earn a reward when you visit through this link.',
}
