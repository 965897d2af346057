// Unsent form input, stored in this tab for the duration of the session, so that it survives a reload or a
// visit to another screen. Never holds a password, a one-time code or a file.
import { session } from '../session.ts'

type Draft = Readonly<Record<string, string>>

/** The draft of this form; null if there is none or it has been sent. */
export const readDraft = (form: string): Draft | null => drafts()[form] ?? null

/** Merges these fields into the draft. */
export const storeDraft = (form: string, fields: Draft): void =>
  store({ ...drafts(), [form]: { ...drafts()[form], ...fields } })

export function discardDraft(form: string): void {
  const { [form]: _sent, ...others } = drafts()
  store(others)
}

/** Of somebody who is not signed in: signing in removes theirs. */
const GUEST = 'guest'

/** This member's drafts, by form. */
function drafts(): Record<string, Draft> {
  const owner = session.user()?._id ?? GUEST
  const text = session.drafts()
  return text?.startsWith(owner) ? (JSON.parse(text.slice(owner.length)) as Record<string, Draft>) : {}
}

function store(all: Record<string, Draft>): void {
  session.saveDrafts((session.user()?._id ?? GUEST) + JSON.stringify(all))
}
