// Unsent input of a form: stored in this tab for as long as the session, so that a reload or another screen
// loses nothing. Never a password, a one-time code or a file.
import { session } from '../session.ts'

type Draft = Readonly<Record<string, string>>

/** What was typed into this form; null when there is none, or it has been sent since. */
export const readDraft = (form: string): Draft | null => drafts()[form] ?? null

/** Adds these fields to it. */
export const storeDraft = (form: string, fields: Draft): void =>
  store({ ...drafts(), [form]: { ...drafts()[form], ...fields } })

export function discardDraft(form: string): void {
  const { [form]: _sent, ...others } = drafts()
  store(others)
}

/** Of this member, by form. */
function drafts(): Record<string, Draft> {
  const member_id = session.user()?._id ?? ''
  const text = session.drafts()
  if (!member_id || !text?.startsWith(member_id)) return {}
  return JSON.parse(text.slice(member_id.length)) as Record<string, Draft>
}

function store(all: Record<string, Draft>): void {
  const user = session.user()
  if (user) session.keepDrafts(user._id + JSON.stringify(all))
}
