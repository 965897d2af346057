// One content page's text, as the server sanitised it.
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '@fairturn/ui/Skeleton.tsx'
import { contentQuery, type ContentCall } from '../queries.ts'
import { BlockFailure } from '../shell/BlockFailure.tsx'
import { useLocale } from '../useSession.ts'

export function ContentBlock({ name }: { name: ContentCall }) {
  // Another language is another page.
  useLocale()
  const { data, error, refetch, isFetching } = useQuery(contentQuery(name))
  if (error && !data) return <BlockFailure error={error} onRetry={refetch} busy={isFetching} />
  if (!data) {
    return (
      <div aria-busy className="grid gap-3">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-20" />
        <Skeleton className="h-20" />
      </div>
    )
  }
  return <article className="prose" dangerouslySetInnerHTML={{ __html: data.content }} />
}
