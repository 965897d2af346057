// What stands above every list: what else it can be filtered by, the list as a file, and what else the list brings.
import type { ReactNode } from 'react'
import { FilterButton, TopToolbar } from 'react-admin'
import { SaveAsCsv } from './SaveAsCsv.tsx'

export const ListTools = ({ csv, children }: { csv: string; children?: ReactNode }) => (
  <TopToolbar>
    <FilterButton />
    <SaveAsCsv path={csv} />
    {children}
  </TopToolbar>
)
