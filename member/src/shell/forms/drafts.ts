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

/** This member's drafts, by form. */
function drafts(): Record<string, Draft> {
  const member_id = session.user()?._id ?? ''
  const text = session.drafts()
  if (!member_id || !text?.startsWith(member_id)) return {}
  return JSON.parse(text.slice(member_id.length)) as Record<string, Draft>
}

function store(all: Record<string, Draft>): void {
  const user = session.user()
  if (user) session.saveDrafts(user._id + JSON.stringify(all))
}
