// The page of one record: above it the way back to its list, and what else the page brings.
import type { ReactElement, ReactNode } from 'react'
import { ListButton, Show, TopToolbar, useRecordContext } from 'react-admin'

interface Props<Row> {
  title?: ReactElement
  /** Stands before the way back. */
  tools?: ReactNode
  /**
   * A field that only the whole record has: come to from its list, the framework shows what the list knows until the whole
   * is there, and this page waits for it.
   */
  has?: keyof Row & string
  children: ReactNode | ((record: Row) => ReactElement)
}

export const RecordPage = <Row extends object>({ title, tools, has, children }: Props<Row>) => (
  <Show
    component="div"
    {...(title && { title })}
    actions={
      <TopToolbar>
        {tools}
        <ListButton />
      </TopToolbar>
    }
  >
    {typeof children === 'function' ? <Whole<Row> has={has}>{children}</Whole> : children}
  </Show>
)

function Whole<Row extends object>({
  has,
  children,
}: {
  has: (keyof Row & string) | undefined
  children: (record: Row) => ReactElement
}) {
  const record = useRecordContext<Row & { id: string }>()
  if (record === undefined || (has !== undefined && !(has in record))) return null
  return children(record)
}
