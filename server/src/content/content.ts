// Content: settings, pages, popups, images, and their versions. HTML is sanitised, images are re-encoded
// (uploads.test.ts).
export type { ContentHooks } from './content.hooks.ts'
export {
  changeSetting,
  dayIn,
  isoCurrency,
  priceLimitsOf,
  settingsOf,
  type SettingValues,
  siteTitle,
} from './settings.ts'
export { type Crop, fileRemover, saveCreative, saveFile, removeFile } from './images.ts'
export { receiveUpload, acceptUploads } from './uploads.ts'
export { formsOfNumber, normalNumber, printedNumber } from './vat-number.ts'
export { settingAdminRoutes } from './settings.admin.ts'
export { settingProposals } from './setting-changes.ts'
export { bannerProposal } from './banner.ts'
export { pageProposals } from './page-changes.ts'
export { missingImprints } from './pages.ts'
export { popupProposal } from './popups.ts'
export {
  actorOfChange,
  type ChangeAuthors,
  defineChangeProposal,
  proposeChange,
  type VersionedChange,
} from './change-proposals.ts'
export { resumeAnnouncements, storeTermsInForce, termsHandlers, termsProposal } from './terms.ts'
export { termsRoutes } from './terms.routes.ts'
export { contentAdminRoutes } from './content.admin.ts'
export { contentCleanupHandler, contentCleanup } from './content.files.ts'
export { contentRoutes, publicSettings } from './content.routes.ts'
export {
  authorsOfSetting,
  saveVersion,
  lastVersions,
  lockForChange,
  type VersionKind,
  versionOf,
  versionsOf,
} from './versions.ts'
