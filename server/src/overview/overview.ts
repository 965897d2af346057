// Overview: what operators see across modules: the dashboard, the search, the first-day checklist and its test mails. Reads
// other modules' tables; its own is the record of test mails.
export { namesIn } from './names.ts'
export { overviewAdminRoutes } from './overview.admin.ts'
export { selectFirstDay } from './overview.store.ts'
export { testMailSender } from './test-mail.ts'
