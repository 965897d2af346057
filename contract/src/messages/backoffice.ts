// What the back office answers: HTTP status and English text of each key; the other languages stand beside those of members.

export const backofficeMessages = {
  staff_session_has_ended: { status: 401, text: 'please sign in to the back office' },
  request_is_not_from_the_back_office: {
    status: 403,
    text: 'this request did not come from the back office’s own pages',
  },
  your_role_may_not_do_this: { status: 403, text: 'your role does not include this' },
  please_confirm_that_it_is_you: {
    status: 403,
    text: 'confirm with your password and a code, or with a passkey, and try again',
  },
  password_must_have_at_least_12_characters: {
    status: 422,
    text: 'a password of staff has at least 12 characters',
  },
  operator_name_is_invalid: {
    status: 422,
    text: 'a name of staff has 3 to 30 small letters, digits, dots and dashes, a letter first',
  },
  operator_name_is_taken: { status: 409, text: 'somebody of staff has or had this name' },
  operator_is_unknown: { status: 404, text: 'there is nobody with this id among staff' },
  operator_has_changed: { status: 409, text: 'this colleague’s role has changed meanwhile; propose it anew' },
  setup_code_is_not_valid: {
    status: 422,
    text: 'this set-up code is not valid or has expired; ask for a new one',
  },
  second_proof_is_required: { status: 422, text: 'set up an authenticator app or a passkey' },
  last_proof_must_stay: { status: 409, text: 'keep at least one authenticator app or passkey' },
  there_must_be_an_owner: { status: 409, text: 'somebody who can sign in as owner must remain' },
  nobody_decides_about_themselves: {
    status: 403,
    text: 'nobody decides about themselves; ask a colleague',
  },
  proposal_is_unknown: { status: 404, text: 'this proposal does not exist' },
  proposal_is_decided: { status: 409, text: 'this proposal is no longer open' },
  proposal_has_expired: { status: 409, text: 'this proposal has expired; make it anew' },
  proposal_has_changed: { status: 409, text: 'this is not what was proposed; look at it again' },
  proposal_is_void: {
    status: 409,
    text: 'whoever proposed this may no longer do so; make it anew',
  },
  another_operator_must_approve: {
    status: 403,
    text: 'four eyes: somebody else than who proposed it must approve',
  },
  proposal_could_not_be_executed: {
    status: 409,
    text: 'this could not be carried out and stays open; the reason is shown with it',
  },
  proposal_is_not_yours: { status: 403, text: 'only who proposed it can withdraw it' },
} as const satisfies Record<string, { readonly status: number; readonly text: string }>
