import { useQuery } from '@tanstack/react-query'
import { draftQuery } from './campaign-queries.ts'
import { unsavedDraft } from './draft-autosave.ts'

/** The draft of a campaign: what this tab could not save is newer than the server's, which is read anew. */
export function useKeptDraft() {
  const query = useQuery(draftQuery)
  const unsaved = unsavedDraft()
  // The draft from an earlier visit is briefly cached; only a response fetched now is valid.
  const fresh = query.isFetching ? { ...query, data: undefined, error: null } : query
  return unsaved ? { ...query, data: { draft: unsaved, saved_at: null } } : fresh
}
