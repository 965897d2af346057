import { useQuery } from '@tanstack/react-query'
import { contentQuery, type ContentCall } from '../shell/queries.ts'
import { QueryResult } from '../shell/QueryResult.tsx'
import { useLocale } from '../shell/useSession.ts'

export function ContentBlock({ name }: { name: ContentCall }) {
  // Re-renders on a change of language, because each language has its own page.
  useLocale()
  return (
    <QueryResult
      bare
      query={useQuery(contentQuery(name))}
      outline={['h-5 w-2/3 rounded-small', 'mt-3 h-20 rounded-small', 'my-3 h-20 rounded-small']}
    >
      {({ content }) => <article className="prose" dangerouslySetInnerHTML={{ __html: content }} />}
    </QueryResult>
  )
}
