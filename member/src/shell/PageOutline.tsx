import { Skeleton } from '@fairturn/ui/Skeleton.tsx'

export function PageOutline() {
  return (
    <div aria-busy className="pt-4">
      <Skeleton className="mx-auto h-6 w-40" />
      <Skeleton className="mt-6 h-28 rounded-card" />
      <Skeleton className="mt-4 h-48 rounded-card" />
    </div>
  )
}
