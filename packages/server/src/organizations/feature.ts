import { defineFeature } from '../kernel/operations/define-feature.ts'
import { submitFeedbackTool } from './feedback/submit-feedback-tool.ts'
import { submitFeedback } from './feedback/submit-feedback.ts'
import {
  getReportSettings,
  getReportSettingsOptions,
  getSettings,
  updateReportSettings,
  updateSettings,
} from './settings.ts'
import {
  createWorkspaceUserLink,
  inviteWorkspaceUser,
  listWorkspaceUserAccess,
  updateWorkspaceUser,
} from './members/workspace-user-routes.ts'
import { listAudit } from './audit-route.ts'
import { listQuarantineRoute, retryQuarantineRoute } from './quarantine-routes.ts'
import {
  listViews,
  createView,
  getView,
  updateView,
  archiveView,
  listQuestions,
  createQuestion,
  getQuestion,
  updateQuestion,
  archiveQuestion,
  listDashboards,
  createDashboard,
  getDashboard,
  updateDashboard,
  archiveDashboard,
} from './saved-routes.ts'
import { getUsage } from './usage-route.ts'
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './key-routes.ts'
import {
  createPublicKey,
  getTrackingSettings,
  listPublicKeys,
  revokePublicKey,
  updateTrackingSettings,
} from './tracking-routes.ts'
import { validateApiKey } from './validate-api-key.ts'
import type { FeedbackIntake } from './feedback/feedback-intake.ts'

declare module '../kernel/operations/services.ts' {
  interface Services {
    feedback: FeedbackIntake
  }
}

/** Keys, people with access, settings, limits and feedback of an organization. */
export const organizationsFeature = defineFeature({
  handlers: {
    validateApiKey,
    listApiKeys,
    createApiKey,
    rotateApiKey,
    revokeApiKey,
    listPublicKeys,
    createPublicKey,
    revokePublicKey,
    getTrackingSettings,
    updateTrackingSettings,
    listWorkspaceUsers: listWorkspaceUserAccess,
    inviteWorkspaceUser,
    updateWorkspaceUser,
    createWorkspaceUserLink,
    submitFeedback,
    getWorkspaceSettings: getSettings,
    updateWorkspaceSettings: updateSettings,
    getReportSettings,
    updateReportSettings,
    getReportSettingsOptions,
    listAudit,
    getUsage,
    listQuarantine: listQuarantineRoute,
    retryQuarantine: retryQuarantineRoute,
    listViews,
    createView,
    getView,
    updateView,
    archiveView,
    listQuestions,
    createQuestion,
    getQuestion,
    updateQuestion,
    archiveQuestion,
    listDashboards,
    createDashboard,
    getDashboard,
    updateDashboard,
    archiveDashboard,
  },
  tools: {
    svc_submit_feedback: submitFeedbackTool,
  },
})
