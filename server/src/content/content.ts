// Owns settings, content pages, popups, kept images, and the versions of what operators change. Must never let through HTML or files as they came.
export { changeSetting, settingsOf, type SettingValues, siteTitle } from './settings.ts'
export { type Crop, filesFolder, keepCreative, keepFile, removeFile } from './images.ts'
export { receiveUpload, takeUploads } from './uploads.ts'
export { settingAdminRoutes } from './settings.admin.ts'
export { settingProposals } from './setting-changes.ts'
export { contentRoutes, publicSettings } from './content.routes.ts'
export { keepVersion, lastVersions, takeTurn, type VersionKind, versionOf, versionsOf } from './versions.ts'
