// Working a queue from one page to the next by keys, in the order of its list.
import { useEffect, useState } from 'react'
import { useDataProvider, useRedirect } from 'react-admin'

/** Opens the next (`1`) or the previous (`-1`) of the queue's first page; from what is not in it, the first. */
export function useQueue(resource: string, filter: object, id: string): (by: 1 | -1) => void {
  const dataProvider = useDataProvider()
  const redirect = useRedirect()
  const [ids, setIds] = useState<readonly string[]>([])
  const wanted = JSON.stringify(filter)
  useEffect(() => {
    const asked = {
      filter: JSON.parse(wanted) as object,
      sort: { field: 'id', order: 'ASC' },
      pagination: { page: 1, perPage: 50 },
    } as const
    dataProvider.getList(resource, asked).then(
      ({ data }) => setIds(data.map((one) => String(one.id))),
      // Without it the keys do nothing; the list is a click away.
      () => setIds([]),
    )
  }, [dataProvider, resource, wanted])
  return (by) => {
    const at = ids.indexOf(id)
    const to = at === -1 ? ids[0] : ids[at + by]
    if (to !== undefined) redirect('show', resource, to)
  }
}
