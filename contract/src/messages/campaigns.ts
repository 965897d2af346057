// What campaigns, their landing pages and postbacks answer: HTTP status and English text of each key.

export const campaignMessages = {
  you_have_an_outstanding_order_please_pay_in_advance: {
    status: 409,
    text: 'you have an outstanding order, please pay in advance',
  },
  your_account_is_insufficient_please_add_more_money: {
    status: 409,
    text: 'your account is insufficient. Please add more money',
  },
  order_payment_successful: { status: 200, text: 'order payment successful' },
  campaign_is_unknown: { status: 404, text: 'this campaign does not exist' },
  campaign_cannot_be_paid: { status: 409, text: 'this campaign can no longer be paid' },
  campaign_is_not_in_review: { status: 409, text: 'this campaign is not waiting for review' },
  campaign_cannot_be_paused: { status: 409, text: 'only an active campaign can be paused' },
  campaign_cannot_be_resumed: { status: 409, text: 'only a paused campaign can be resumed' },
  campaign_cannot_be_ended: { status: 409, text: 'this campaign can no longer be ended this way' },
  campaign_cannot_be_changed: { status: 409, text: 'only an unpaid campaign can be changed' },
  campaign_cannot_be_topped_up: {
    status: 409,
    text: 'visits can be added only while a campaign is active or paused, and before its end',
  },
  campaign_was_paused_by_us: {
    status: 409,
    text: 'our team paused this campaign; see the reason there, or ask support to review it again',
  },
  the_quote_has_changed: { status: 409, text: 'the price has changed; please review it' },
  kind_cannot_be_placed: { status: 422, text: 'only visits, sign-ups, purchases and leads can be placed' },
  this_kind_needs_postbacks: {
    status: 422,
    text: 'sign-ups, purchases and leads must be confirmed by your server: choose postbacks',
  },
  price_is_too_high: { status: 422, text: 'the price per visit must be at most 1000.00' },
  order_visits_exceed_the_campaign: {
    status: 422,
    text: 'an order cannot have more visits than the campaign',
  },
  end_is_not_in_the_future: { status: 422, text: 'choose an end date in the future' },
  end_is_too_far_away: { status: 422, text: 'a campaign can run for at most 366 days' },
  creative_is_unknown: { status: 422, text: 'upload the image first' },
  crop_is_invalid: { status: 422, text: 'the cropped image must be at least 200 pixels wide' },
  too_many_countries: { status: 422, text: 'choose at most 50 countries, or none for all countries' },
  field_is_too_long: { status: 422, text: 'this is too long' },
  field_has_unseen_characters: {
    status: 422,
    text: 'this contains invisible characters; please type it again',
  },
  landing_url_is_invalid: {
    status: 422,
    text: 'enter a URL like https://example.com/spring, without a username or password',
  },
  landing_url_is_not_public: {
    status: 422,
    text: 'this address is not public; visitors could not reach it',
  },
  landing_port_is_not_allowed: {
    status: 422,
    text: 'use an address without a port number; only the standard web ports are allowed',
  },
  landing_redirect_is_not_public: {
    status: 422,
    text: 'this page redirects to an address that is not public',
  },
  landing_page_redirects_too_often: {
    status: 422,
    text: 'this page redirects too many times; enter the final address',
  },
  landing_page_is_not_reachable: {
    status: 422,
    text: 'this page could not be reached; check the address and try again',
  },
  landing_page_is_too_slow: {
    status: 422,
    text: 'this page takes too long to respond',
  },
  landing_page_answers_with_an_error: {
    status: 422,
    text: 'this page returns an error; check it and try again',
  },
  landing_page_is_not_a_page: { status: 422, text: 'this address returns a file, not a web page' },
  landing_page_is_not_encrypted: { status: 200, text: 'this page is not encrypted; use https if available' },
  landing_page_leads_elsewhere: {
    status: 200,
    text: 'this page redirects to another site; our reviewers will check the final page',
  },
  landing_page_could_not_be_checked: {
    status: 200,
    text: 'we could not open this page from here; our reviewers will open it before the campaign starts',
  },
  landing_page_is_not_shown_to_programs: {
    status: 200,
    text: 'this site blocks automated checks; our reviewers will open it themselves',
  },
  postback_is_not_authentic: { status: 401, text: 'this postback is not authentic' },
  webhook_id_was_used: { status: 409, text: 'this webhook-id was used for another body' },
  click_is_unknown: { status: 404, text: 'no visit of this campaign has this click_id' },
  kind_is_not_the_campaigns: {
    status: 422,
    text: 'this is not the conversion type the campaign pays for',
  },
  body_is_not_understood: { status: 422, text: 'the request body has the wrong format' },
  campaign_has_no_postbacks: { status: 409, text: 'this campaign does not use postbacks' },
  confirmation_time_is_settled: {
    status: 409,
    text: 'the confirmation window can be changed only before the campaign is active',
  },
  there_are_two_postback_keys: {
    status: 409,
    text: 'there are already two valid keys; revoke one first',
  },
  there_is_no_postback_key: { status: 409, text: 'create a key first' },
  postback_key_is_unknown: { status: 404, text: 'this key does not exist' },
  postback_delivery_is_unknown: { status: 404, text: 'this delivery does not exist' },
  campaign_placed_successfully: {
    status: 200,
    text: 'campaign saved; pay in advance to send it to review',
  },
  campaign_changed_successfully: { status: 200, text: 'campaign changed' },
  campaign_paused_successfully: { status: 200, text: 'campaign paused; orders already taken continue' },
  campaign_resumed_successfully: { status: 200, text: 'campaign is active again' },
  campaign_cancelled_successfully: {
    status: 200,
    text: 'campaign cancelled; money not reserved for orders is available again',
  },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>
