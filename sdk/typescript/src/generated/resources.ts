// Written by `npm run generate` from docs/openapi.json. Do not edit.

import { type BinaryBody, type Call, type CallOptions, Noun, type WithIdempotencyKey, type WithIfMatch } from "../call.js";
import type { Pages } from "../pages.js";
import type { Transport } from "../transport.js";
import type {
  AnsweredRequest,
  ApiKey,
  AudiencePreview,
  AuditList,
  Background,
  BackgroundUpload,
  Banner,
  BannerUpdate,
  Broadcast,
  BroadcastAudit,
  BroadcastCreate,
  BroadcastCreated,
  BroadcastDetail,
  BroadcastGate,
  BroadcastList,
  BroadcastReport,
  BulkCopy,
  BulkCopyReport,
  Button,
  ButtonCreate,
  ButtonList,
  ButtonOrder,
  ButtonUpdate,
  CanvasColor,
  ChangedCanvasColor,
  ChangedLandingUi,
  ContentDetail,
  ContentList,
  ConversionList,
  CopyFrom,
  DeliveryList,
  Destination,
  DestinationCheck,
  DestinationList,
  DestinationSwitch,
  Domain,
  DomainList,
  DomainRegister,
  DomainSpenders,
  DomainStats,
  DraftDiff,
  DryRun,
  EffectiveRights,
  ExperimentList,
  ExportDocument,
  FanExplained,
  FunnelLink,
  ImportReport,
  ImportRequest,
  KeyList,
  KeyMint,
  KeyRotate,
  LandingUi,
  LinkSpenders,
  LinkToggle,
  Member,
  MemberCreate,
  MemberList,
  MemberUpdate,
  MintedKey,
  Overview,
  PageDesign,
  PageDesignChange,
  Pixel,
  PixelList,
  PixelPut,
  PixelTest,
  PixelTested,
  PlanUsage,
  PolicySimulate,
  PolicySimulation,
  Preset,
  PresetAssignment,
  PresetChange,
  PresetFromDomain,
  PresetList,
  PreviewAsk,
  ProvisionLinks,
  Provisioned,
  Publication,
  QrCode,
  QrCreate,
  QrList,
  QrLogoFile,
  QrPresetList,
  QrPreview,
  QrUpdate,
  Redriven,
  RequestList,
  RequestRespond,
  Rollback,
  Segment,
  SegmentCreate,
  SegmentList,
  SegmentUpdate,
  Session,
  SessionCreate,
  SessionList,
  SessionShown,
  Simulation,
  SmartLink,
  SmartLinkCreate,
  SmartLinkList,
  SmartLinkUpdate,
  ToggledLink,
  TrackedLinkList,
  VersionList,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookRedrive,
  WebhookRedriven,
  WebhookRotate,
  WebhookTested,
  WebhookUpdate,
  WebhookWithSecret,
  operations,
} from "./schema.js";

/** Shows the members of an intersection as one list. */
type Flat<T> = { [K in keyof T]: T[K] };

/** What operations take that take nothing yet. */
export type NoRequest = { readonly [name: string]: never };

/** What "List keys" takes. */
export type ApiKeysListRequest = Flat<NonNullable<operations["api_keys_list"]["parameters"]["query"]>>;

/** What "Create a key" takes. */
export type ApiKeysCreateRequest = Flat<{ body: KeyMint }>;

/** What "Show a key" takes. */
export type ApiKeysShowRequest = Flat<operations["api_keys_show"]["parameters"]["path"]>;

/** What "Revoke a key" takes. */
export type ApiKeysRevokeRequest = Flat<operations["api_keys_revoke"]["parameters"]["path"]>;

/** What "Rotate a key" takes. */
export type ApiKeysRotateRequest = Flat<operations["api_keys_rotate"]["parameters"]["path"] & { body?: KeyRotate }>;

/** What "List the audit log" takes. */
export type AuditListRequest = Flat<NonNullable<operations["audit_list"]["parameters"]["query"]>>;

/** What "Show the look of a draft" takes. */
export type AppearanceShowRequest = Flat<NonNullable<operations["appearance_show"]["parameters"]["query"]>>;

/** What "Set the canvas colour" takes. */
export type AppearanceCanvasColorSetRequest = Flat<NonNullable<operations["appearance_canvas_color_set"]["parameters"]["query"]> & { body: CanvasColor }>;

/** What "Remove the canvas colour" takes. */
export type AppearanceCanvasColorDeleteRequest = Flat<NonNullable<operations["appearance_canvas_color_delete"]["parameters"]["query"]>>;

/** What "Set the design of the page" takes. */
export type AppearanceDesignSetRequest = Flat<NonNullable<operations["appearance_design_set"]["parameters"]["query"]> & { body: PageDesignChange }>;

/** What "Show whether a background was uploaded" takes. */
export type AppearanceSourceShowRequest = Flat<NonNullable<operations["appearance_source_show"]["parameters"]["query"]>>;

/** What "Upload a background picture" takes. */
export type AppearanceSourceUploadRequest = Flat<NonNullable<operations["appearance_source_upload"]["parameters"]["query"]> & { body: BinaryBody }>;

/** What "Remove a background picture" takes. */
export type AppearanceSourceDeleteRequest = Flat<NonNullable<operations["appearance_source_delete"]["parameters"]["query"]>>;

/** What "Set the look of the page" takes. */
export type AppearanceUiSetRequest = Flat<NonNullable<operations["appearance_ui_set"]["parameters"]["query"]> & { body?: LandingUi }>;

/** What "List broadcasts" takes. */
export type BroadcastsListRequest = Flat<NonNullable<operations["broadcasts_list"]["parameters"]["query"]>>;

/** What "Create a broadcast" takes. */
export type BroadcastsCreateRequest = Flat<{ body: BroadcastCreate }>;

/** What "Preview an audience" takes. */
export type BroadcastsPreviewRequest = Flat<{ body: PreviewAsk }>;

/** What "Show a broadcast" takes. */
export type BroadcastsShowRequest = Flat<operations["broadcasts_show"]["parameters"]["path"]>;

/** What "List the history of a broadcast" takes. */
export type BroadcastsAuditRequest = Flat<operations["broadcasts_audit"]["parameters"]["path"]>;

/** What "Cancel a broadcast" takes. */
export type BroadcastsCancelRequest = Flat<operations["broadcasts_cancel"]["parameters"]["path"]>;

/** What "Launch a broadcast" takes. */
export type BroadcastsLaunchRequest = Flat<operations["broadcasts_launch"]["parameters"]["path"]>;

/** What "Pause a broadcast" takes. */
export type BroadcastsPauseRequest = Flat<operations["broadcasts_pause"]["parameters"]["path"]>;

/** What "Report on a broadcast" takes. */
export type BroadcastsReportRequest = Flat<operations["broadcasts_report"]["parameters"]["path"]>;

/** What "Resume a broadcast" takes. */
export type BroadcastsResumeRequest = Flat<operations["broadcasts_resume"]["parameters"]["path"]>;

/** What "Unschedule a broadcast" takes. */
export type BroadcastsUnscheduleRequest = Flat<operations["broadcasts_unschedule"]["parameters"]["path"]>;

/** What "Copy parts of a draft to many domains" takes. */
export type DomainsContentCopyRequest = Flat<{ body: BulkCopy }>;

/** What "List buttons" takes. */
export type ButtonsListRequest = Flat<operations["buttons_list"]["parameters"]["path"]>;

/** What "Create a button" takes. */
export type ButtonsCreateRequest = Flat<operations["buttons_create"]["parameters"]["path"] & { body: ButtonCreate }>;

/** What "Reorder a segment's buttons" takes. */
export type ButtonsReorderRequest = Flat<operations["buttons_reorder"]["parameters"]["path"] & { body: ButtonOrder }>;

/** What "Delete a button" takes. */
export type ButtonsDeleteRequest = Flat<operations["buttons_delete"]["parameters"]["path"]>;

/** What "Change a button" takes. */
export type ButtonsUpdateRequest = Flat<operations["buttons_update"]["parameters"]["path"] & { body?: ButtonUpdate }>;

/** What "List content" takes. */
export type ContentListRequest = Flat<NonNullable<operations["content_list"]["parameters"]["query"]>>;

/** What "Show an item of content" takes. */
export type ContentShowRequest = Flat<operations["content_show"]["parameters"]["path"]>;

/** What "List conversions" takes. */
export type ConversionsListRequest = Flat<NonNullable<operations["conversions_list"]["parameters"]["query"]>>;

/** What "List domains" takes. */
export type DomainsListRequest = Flat<NonNullable<operations["domains_list"]["parameters"]["query"]>>;

/** What "Register a domain" takes. */
export type DomainsCreateRequest = Flat<{ body: DomainRegister }>;

/** What "Show a domain" takes. */
export type DomainsShowRequest = Flat<operations["domains_show"]["parameters"]["path"]>;

/** What "Delete a domain" takes. */
export type DomainsDeleteRequest = Flat<operations["domains_delete"]["parameters"]["path"]>;

/** What "Copy a whole draft from another domain" takes. */
export type DomainsDraftCopyRequest = Flat<operations["domains_draft_copy"]["parameters"]["path"] & { body: CopyFrom }>;

/** What "Show what publishing would change" takes. */
export type DraftsDiffRequest = Flat<operations["drafts_diff"]["parameters"]["path"]>;

/** What "List the experiments of a live page" takes. */
export type StatisticsExperimentsListRequest = Flat<operations["statistics_experiments_list"]["parameters"]["path"] & NonNullable<operations["statistics_experiments_list"]["parameters"]["query"]>>;

/** What "Show a funnel link" takes. */
export type FunnelLinksShowRequest = Flat<operations["funnel_links_show"]["parameters"]["path"]>;

/** What "Switch a funnel link on or off" takes. */
export type FunnelLinksToggleRequest = Flat<operations["funnel_links_toggle"]["parameters"]["path"] & { body: LinkToggle }>;

/** What "List the paying fans of a funnel link" takes. */
export type StatisticsLinkSpendersListRequest = Flat<operations["statistics_link_spenders_list"]["parameters"]["path"] & NonNullable<operations["statistics_link_spenders_list"]["parameters"]["query"]>>;

/** What "Preview the draft" takes. */
export type DraftsPreviewRequest = Flat<operations["drafts_preview"]["parameters"]["path"] & NonNullable<operations["drafts_preview"]["parameters"]["query"]>>;

/** What "Retry the provisioning of a domain" takes. */
export type DomainsProvisionRequest = Flat<operations["domains_provision"]["parameters"]["path"]>;

/** What "Provision a domain's funnel links" takes. */
export type FunnelLinksProvisionRequest = Flat<operations["funnel_links_provision"]["parameters"]["path"] & { body: ProvisionLinks }>;

/** What "Plan a domain's funnel links" takes. */
export type FunnelLinksPlanRequest = Flat<operations["funnel_links_plan"]["parameters"]["path"] & { body: ProvisionLinks }>;

/** What "Publish the draft" takes. */
export type DraftsPublishRequest = Flat<operations["drafts_publish"]["parameters"]["path"]>;

/** What "Roll back to a version" takes. */
export type DraftsRollbackRequest = Flat<operations["drafts_rollback"]["parameters"]["path"] & { body: Rollback }>;

/** What "Show what a visitor would get, and why" takes. */
export type DraftsSimulateRequest = Flat<operations["drafts_simulate"]["parameters"]["path"] & NonNullable<operations["drafts_simulate"]["parameters"]["query"]>>;

/** What "Show a domain's statistics" takes. */
export type StatisticsShowRequest = Flat<operations["statistics_show"]["parameters"]["path"] & NonNullable<operations["statistics_show"]["parameters"]["query"]>>;

/** What "List published versions" takes. */
export type DraftsVersionsListRequest = Flat<operations["drafts_versions_list"]["parameters"]["path"] & NonNullable<operations["drafts_versions_list"]["parameters"]["query"]>>;

/** What "Export the owner's data" takes. */
export type TransferExportRequest = Flat<NonNullable<operations["transfer_export"]["parameters"]["query"]>>;

/** What "Export links as a table" takes. */
export type TransferLinksExportRequest = Flat<NonNullable<operations["transfer_links_export"]["parameters"]["query"]>>;

/** What "Import a document" takes. */
export type TransferImportRequest = Flat<{ body: ImportRequest }>;

/** What "Import an archive" takes. */
export type TransferArchiveImportRequest = Flat<NonNullable<operations["transfer_archive_import"]["parameters"]["query"]> & { body: BinaryBody }>;

/** What "Import links from a table or bookmarks" takes. */
export type TransferLinksImportRequest = Flat<NonNullable<operations["transfer_links_import"]["parameters"]["query"]> & { body: BinaryBody }>;

/** What "List banner presets" takes. */
export type BannerPresetsListRequest = Flat<NonNullable<operations["banner_presets_list"]["parameters"]["query"]>>;

/** What "Create a preset" takes. */
export type BannerPresetsCreateRequest = Flat<{ body?: PresetChange }>;

/** What "Save a domain's banner as a preset" takes. */
export type BannerPresetsCaptureRequest = Flat<{ body: PresetFromDomain }>;

/** What "Delete a preset" takes. */
export type BannerPresetsDeleteRequest = Flat<operations["banner_presets_delete"]["parameters"]["path"]>;

/** What "Change a preset" takes. */
export type BannerPresetsUpdateRequest = Flat<operations["banner_presets_update"]["parameters"]["path"] & { body?: PresetChange }>;

/** What "Upload a preset's picture" takes. */
export type BannerPresetsAvatarUploadRequest = Flat<operations["banner_presets_avatar_upload"]["parameters"]["path"] & { body: BinaryBody }>;

/** What "Upload a preset's sound" takes. */
export type BannerPresetsSoundUploadRequest = Flat<operations["banner_presets_sound_upload"]["parameters"]["path"] & { body: BinaryBody }>;

/** What "List destinations and their health" takes. */
export type DestinationsListRequest = Flat<NonNullable<operations["destinations_list"]["parameters"]["query"]>>;

/** What "Switch destination checks on or off" takes. */
export type DestinationsSwitchRequest = Flat<{ body: DestinationSwitch }>;

/** What "Check a destination now" takes. */
export type DestinationsCheckRequest = Flat<{ body: DestinationCheck }>;

/** What "List members" takes. */
export type MembersListRequest = Flat<NonNullable<operations["members_list"]["parameters"]["query"]>>;

/** What "Add a member" takes. */
export type MembersCreateRequest = Flat<{ body: MemberCreate }>;

/** What "Show a member" takes. */
export type MembersShowRequest = Flat<operations["members_show"]["parameters"]["path"]>;

/** What "Remove a member" takes. */
export type MembersDeleteRequest = Flat<operations["members_delete"]["parameters"]["path"]>;

/** What "Change a member" takes. */
export type MembersUpdateRequest = Flat<operations["members_update"]["parameters"]["path"] & { body?: MemberUpdate }>;

/** What "Show the banner" takes. */
export type BannersShowRequest = Flat<operations["banners_show"]["parameters"]["path"]>;

/** What "Change the banner" takes. */
export type BannersUpdateRequest = Flat<operations["banners_update"]["parameters"]["path"] & { body?: BannerUpdate }>;

/** What "Upload the banner's picture" takes. */
export type BannersAvatarUploadRequest = Flat<operations["banners_avatar_upload"]["parameters"]["path"] & { body: BinaryBody }>;

/** What "Assign a preset" takes. */
export type BannersPresetAssignRequest = Flat<operations["banners_preset_assign"]["parameters"]["path"] & { body: PresetAssignment }>;

/** What "Upload the banner's sound" takes. */
export type BannersSoundUploadRequest = Flat<operations["banners_sound_upload"]["parameters"]["path"] & { body: BinaryBody }>;

/** What "Upload a picture for QR codes" takes. */
export type QrCodesLogoUploadRequest = Flat<{ body: BinaryBody }>;

/** What "Preview a QR code" takes. */
export type QrCodesPreviewRequest = Flat<{ body?: QrPreview }>;

/** What "List a domain's QR codes" takes. */
export type QrCodesListRequest = Flat<operations["qr_codes_list"]["parameters"]["path"] & NonNullable<operations["qr_codes_list"]["parameters"]["query"]>>;

/** What "Create a QR code" takes. */
export type QrCodesCreateRequest = Flat<operations["qr_codes_create"]["parameters"]["path"] & { body: QrCreate }>;

/** What "Download a sheet of QR codes" takes. */
export type QrCodesSheetDownloadRequest = Flat<operations["qr_codes_sheet_download"]["parameters"]["path"] & NonNullable<operations["qr_codes_sheet_download"]["parameters"]["query"]>>;

/** What "Show a QR code" takes. */
export type QrCodesShowRequest = Flat<operations["qr_codes_show"]["parameters"]["path"]>;

/** What "Change a QR code" takes. */
export type QrCodesUpdateRequest = Flat<operations["qr_codes_update"]["parameters"]["path"] & { body?: QrUpdate }>;

/** What "Download a QR code as EPS" takes. */
export type QrCodesEpsDownloadRequest = Flat<operations["qr_codes_eps_download"]["parameters"]["path"] & NonNullable<operations["qr_codes_eps_download"]["parameters"]["query"]>>;

/** What "Download a QR code as PDF" takes. */
export type QrCodesPdfDownloadRequest = Flat<operations["qr_codes_pdf_download"]["parameters"]["path"] & NonNullable<operations["qr_codes_pdf_download"]["parameters"]["query"]>>;

/** What "Download a QR code as PNG" takes. */
export type QrCodesPngDownloadRequest = Flat<operations["qr_codes_png_download"]["parameters"]["path"] & NonNullable<operations["qr_codes_png_download"]["parameters"]["query"]>>;

/** What "Download a QR code as SVG" takes. */
export type QrCodesSvgDownloadRequest = Flat<operations["qr_codes_svg_download"]["parameters"]["path"]>;

/** What "List content requests" takes. */
export type ContentRequestsListRequest = Flat<NonNullable<operations["content_requests_list"]["parameters"]["query"]>>;

/** What "Respond to a content request" takes. */
export type ContentRequestsRespondRequest = Flat<operations["content_requests_respond"]["parameters"]["path"] & { body: RequestRespond }>;

/** What "List segments" takes. */
export type SegmentsListRequest = Flat<operations["segments_list"]["parameters"]["path"]>;

/** What "Create a segment" takes. */
export type SegmentsCreateRequest = Flat<operations["segments_create"]["parameters"]["path"] & { body: SegmentCreate }>;

/** What "Delete a segment" takes. */
export type SegmentsDeleteRequest = Flat<operations["segments_delete"]["parameters"]["path"] & NonNullable<operations["segments_delete"]["parameters"]["query"]>>;

/** What "Change a segment" takes. */
export type SegmentsUpdateRequest = Flat<operations["segments_update"]["parameters"]["path"] & { body?: SegmentUpdate }>;

/** What "Begin a session" takes. */
export type SessionsCreateRequest = Flat<{ body?: SessionCreate }>;

/** What "End all sessions" takes. */
export type SessionsEndAllRequest = Flat<NonNullable<operations["sessions_end_all"]["parameters"]["query"]>>;

/** What "Show a session" takes. */
export type SessionsShowRequest = Flat<operations["sessions_show"]["parameters"]["path"]>;

/** What "End a session" takes. */
export type SessionsEndRequest = Flat<operations["sessions_end"]["parameters"]["path"]>;

/** What "List tracked funnel links" takes. */
export type FunnelLinksListRequest = Flat<NonNullable<operations["funnel_links_list"]["parameters"]["query"]>>;

/** What "List a link's pixels" takes. */
export type PixelsListRequest = Flat<operations["pixels_list"]["parameters"]["path"]>;

/** What "Set a pixel" takes. */
export type PixelsSetRequest = Flat<operations["pixels_set"]["parameters"]["path"] & { body: PixelPut }>;

/** What "Delete a pixel" takes. */
export type PixelsDeleteRequest = Flat<operations["pixels_delete"]["parameters"]["path"]>;

/** What "List a pixel's deliveries" takes. */
export type PixelDeliveriesListRequest = Flat<operations["pixel_deliveries_list"]["parameters"]["path"] & NonNullable<operations["pixel_deliveries_list"]["parameters"]["query"]>>;

/** What "Send parked deliveries again" takes. */
export type PixelDeliveriesRedriveRequest = Flat<operations["pixel_deliveries_redrive"]["parameters"]["path"]>;

/** What "Test a pixel" takes. */
export type PixelsTestRequest = Flat<operations["pixels_test"]["parameters"]["path"] & { body?: PixelTest }>;

/** What "List a domain's smart links" takes. */
export type SmartLinksListRequest = Flat<NonNullable<operations["smart_links_list"]["parameters"]["query"]>>;

/** What "Create a smart link" takes. */
export type SmartLinksCreateRequest = Flat<{ body: SmartLinkCreate }>;

/** What "Show a smart link" takes. */
export type SmartLinksShowRequest = Flat<operations["smart_links_show"]["parameters"]["path"]>;

/** What "Delete a smart link" takes. */
export type SmartLinksDeleteRequest = Flat<operations["smart_links_delete"]["parameters"]["path"]>;

/** What "Change a smart link" takes. */
export type SmartLinksUpdateRequest = Flat<operations["smart_links_update"]["parameters"]["path"] & { body?: SmartLinkUpdate }>;

/** What "Simulate a smart link" takes. */
export type SmartLinksSimulateRequest = Flat<operations["smart_links_simulate"]["parameters"]["path"] & { body?: PolicySimulate }>;

/** What "List the paying fans of a domain" takes. */
export type StatisticsSpendersListRequest = Flat<operations["statistics_spenders_list"]["parameters"]["path"] & NonNullable<operations["statistics_spenders_list"]["parameters"]["query"]>>;

/** What "Explain a fan's statistics" takes. */
export type StatisticsSpenderExplainRequest = Flat<operations["statistics_spender_explain"]["parameters"]["path"] & NonNullable<operations["statistics_spender_explain"]["parameters"]["query"]>>;

/** What "Show the statistics of all domains" takes. */
export type StatisticsOverviewShowRequest = Flat<NonNullable<operations["statistics_overview_show"]["parameters"]["query"]>>;

/** What "Create a webhook" takes. */
export type WebhooksCreateRequest = Flat<{ body: WebhookCreate }>;

/** What "Show a webhook" takes. */
export type WebhooksShowRequest = Flat<operations["webhooks_show"]["parameters"]["path"]>;

/** What "Delete a webhook" takes. */
export type WebhooksDeleteRequest = Flat<operations["webhooks_delete"]["parameters"]["path"]>;

/** What "Change a webhook" takes. */
export type WebhooksUpdateRequest = Flat<operations["webhooks_update"]["parameters"]["path"] & { body?: WebhookUpdate }>;

/** What "List a webhook's deliveries" takes. */
export type WebhookDeliveriesListRequest = Flat<operations["webhook_deliveries_list"]["parameters"]["path"] & NonNullable<operations["webhook_deliveries_list"]["parameters"]["query"]>>;

/** What "Send a delivery again" takes. */
export type WebhookDeliveriesRedeliverRequest = Flat<operations["webhook_deliveries_redeliver"]["parameters"]["path"]>;

/** What "Send failed deliveries again" takes. */
export type WebhookDeliveriesRedriveRequest = Flat<operations["webhook_deliveries_redrive"]["parameters"]["path"] & { body: WebhookRedrive }>;

/** What "Rotate a webhook's secret" takes. */
export type WebhooksRotateRequest = Flat<operations["webhooks_rotate"]["parameters"]["path"] & { body?: WebhookRotate }>;

/** What "Test a webhook" takes. */
export type WebhooksTestRequest = Flat<operations["webhooks_test"]["parameters"]["path"]>;

/** API keys with scopes, restrictions and end dates. */
export class ApiKeys extends Noun {
  /**
   * List keys.
   *
   * Revoked and expired keys are not listed. No response shows a token again. Each entry has the prefix, the name, the
   * scopes and the last use; *Show a key* returns the rest.
   */
  list(request?: ApiKeysListRequest, options?: CallOptions): Call<KeyList> {
    return this.call({ method: "GET", path: "/api/admin/api-keys" }, request, options);
  }

  /**
   * List keys: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<ApiKeysListRequest, "cursor">, options?: CallOptions): Pages<KeyList["items"][number], KeyList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as ApiKeysListRequest, options));
  }

  /**
   * Create a key.
   *
   * The response holds the token, once. A field that is left out takes the value of the calling key; `scopes` left out
   * means both. A key can't have more rights, a later end or another member than the calling key (`scope_escalation`,
   * `beyond_own_rights`). `expires_at` must be in the future and before the year 10000. A repeat under the same
   * `Idempotency-Key` shows no token.
   */
  create(request: ApiKeysCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<MintedKey> {
    return this.call({ method: "POST", path: "/api/admin/api-keys", idempotencyKey: true }, request, options);
  }

  /**
   * Show the rights of the calling key.
   *
   * Scopes, restriction and resulting rights of the calling key. Every valid key may read them, without a scope or a
   * right. `workspace` is an opaque name of the owner, the same for all keys of the owner.
   */
  selfShow(request?: NoRequest, options?: CallOptions): Call<EffectiveRights> {
    return this.call({ method: "GET", path: "/api/admin/api-keys/self" }, request, options);
  }

  /**
   * Show a key.
   *
   * By number or prefix, with its restriction, member and end. An expired key is shown; a revoked key, and a key whose
   * member was removed, is `key_not_found`.
   */
  show(request: ApiKeysShowRequest, options?: CallOptions): Call<ApiKey> {
    return this.call({ method: "GET", path: "/api/admin/api-keys/{id}" }, request, options);
  }

  /**
   * Revoke a key.
   *
   * By number or prefix. Requests with the key are rejected from now on, and its webhooks receive nothing more. A key
   * that may do more than the calling key can't be revoked (`beyond_own_rights`). The owner's first key can only be
   * revoked by itself. Every key may revoke itself.
   */
  revoke(request: ApiKeysRevokeRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/api-keys/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Rotate a key.
   *
   * Creates a token with the same name, rights, member and end; the old token works until the overlap ends. Webhooks of
   * the old key belong to the new one. The calling key needs at least all rights that the replaced key can ever have
   * (`scope_escalation`). The owner's first key can only be rotated by itself. If two requests rotate a key at once, one
   * is `key_not_found`.
   */
  rotate(request: ApiKeysRotateRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<MintedKey> {
    return this.call({ method: "POST", path: "/api/admin/api-keys/{id}/rotate", idempotencyKey: true }, request, options);
  }
}

/** Audit log of changes. */
export class Audit extends Noun {
  /**
   * List the audit log.
   *
   * Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv`, returns CSV
   * (RFC 4180): the whole log, or with `limit` a page whose next cursor is in the header `Next-Cursor`. Entries are
   * stored together with the change, and can't be changed or deleted. `before` and `after` are null if the key may not
   * see the subject: those of `qr_code.change` need `qr.view`.
   */
  list(request?: AuditListRequest, options?: CallOptions): Call<AuditList> {
    return this.call({ method: "GET", path: "/api/admin/audit" }, request, options);
  }

  /**
   * List the audit log: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<AuditListRequest, "cursor">, options?: CallOptions): Pages<AuditList["items"][number], AuditList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as AuditListRequest, options));
  }
}

/** The look of a landing page and its background pictures. */
export class Appearance extends Noun {
  /**
   * Show the look of a draft.
   *
   * Theme, canvas, background pictures, and the design that draws the page. Sections and fields that were never set are
   * left out.
   */
  show(request: AppearanceShowRequest, options?: CallOptions): Call<Background> {
    return this.call({ method: "GET", path: "/api/admin/bg" }, request, options);
  }

  /**
   * Set the canvas colour.
   *
   * The solid backdrop behind the phone card on desktop.
   */
  canvasColorSet(request: AppearanceCanvasColorSetRequest, options?: CallOptions & WithIfMatch): Call<ChangedCanvasColor> {
    return this.call({ method: "POST", path: "/api/admin/bg/canvas-color" }, request, options);
  }

  /**
   * Remove the canvas colour.
   *
   * Resets the backdrop behind the phone card on desktop to the stock look.
   */
  canvasColorDelete(request: AppearanceCanvasColorDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/bg/canvas-color", answers: "nothing" }, request, options);
  }

  /**
   * Set the design of the page.
   *
   * `builtin` draws the page from segments and buttons. `html` serves the HTML of the body instead, sandboxed in an
   * origin of its own: without buttons, age gate, banner and `ui`.
   */
  designSet(request: AppearanceDesignSetRequest, options?: CallOptions & WithIfMatch): Call<PageDesign> {
    return this.call({ method: "PUT", path: "/api/admin/bg/design" }, request, options);
  }

  /**
   * Show whether a background was uploaded.
   *
   * One variant at a time: `mobile`, `desktop`, or `share` for the picture of the link preview.
   */
  sourceShow(request: AppearanceSourceShowRequest, options?: CallOptions): Call<BackgroundUpload> {
    return this.call({ method: "GET", path: "/api/admin/bg/source" }, request, options);
  }

  /**
   * Upload a background picture.
   *
   * The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side; the content
   * decides the type. The service turns it upright, converts it to sRGB, scales it to at most 2,560 pixels a side and
   * removes metadata. Animations are rejected. `share` is the picture of the link preview, which the section `share` of
   * the look selects; it is stored at most 1,200 pixels wide and at most 600 kB large.
   */
  sourceUpload(request: AppearanceSourceUploadRequest, options?: CallOptions & WithIfMatch): Call<BackgroundUpload> {
    return this.call({ method: "PUT", path: "/api/admin/bg/source", sends: "application/octet-stream" }, request, options);
  }

  /**
   * Remove a background picture.
   *
   * Removes the picture of one variant from the draft. The live page keeps it until the draft is published.
   */
  sourceDelete(request: AppearanceSourceDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/bg/source", answers: "nothing" }, request, options);
  }

  /**
   * Set the look of the page.
   *
   * A section replaces the stored one as a whole; null resets it; sections that are left out stay. A null field counts
   * as left out. `share` sets the link preview, `in_app` what visitors inside Instagram, TikTok and Facebook see, `utm`
   * the campaign parameters that are added at a click. All faults are in one message, each with its path. `relabeled`
   * counts the button labels whose picture changed.
   */
  uiSet(request: AppearanceUiSetRequest, options?: CallOptions & WithIfMatch): Call<ChangedLandingUi> {
    return this.call({ method: "POST", path: "/api/admin/bg/ui" }, request, options);
  }
}

/** Messages to an audience, behind a safety gate. */
export class Broadcasts extends Noun {
  /**
   * List broadcasts.
   *
   * Campaigns of the owner, newest first, in pages.
   */
  list(request?: BroadcastsListRequest, options?: CallOptions): Call<BroadcastList> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts" }, request, options);
  }

  /**
   * List broadcasts: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<BroadcastsListRequest, "cursor">, options?: CallOptions): Pages<BroadcastList["items"][number], BroadcastList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as BroadcastsListRequest, options));
  }

  /**
   * Create a broadcast.
   *
   * Creates a draft and delivers nothing. `platform_account_id` must be the connected account, which is the default.
   * Rules over several fields are checked once every field fits.
   */
  create(request: BroadcastsCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<BroadcastCreated> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts", idempotencyKey: true }, request, options);
  }

  /**
   * Show the gate.
   *
   * Whether launches and deliveries are possible now, and what closes the gate: `server` (for all owners) or `owner`. An
   * operator of the service opens both. The gate says nothing about the connection to the engine.
   */
  gateShow(request?: NoRequest, options?: CallOptions): Call<BroadcastGate> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/gate" }, request, options);
  }

  /**
   * Preview an audience.
   *
   * Creates and sends nothing. A preview may read all fans of the account, so it takes as long as the engine does.
   * Counts from 1 to 4 are null, and the histogram has steps of five, so that single fans can't be identified. Fans to
   * exclude count in `matched` and are taken off `selected` in steps of five.
   */
  preview(request: BroadcastsPreviewRequest, options?: CallOptions): Call<AudiencePreview> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/preview" }, request, options);
  }

  /**
   * Show a broadcast.
   *
   * The campaign with its audience, message and pace, and its numbers of sent, waiting and withheld messages. Fields
   * that were left out show their defaults.
   */
  show(request: BroadcastsShowRequest, options?: CallOptions): Call<BroadcastDetail> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/{id}" }, request, options);
  }

  /**
   * List the history of a broadcast.
   *
   * Each change of state: before, after, time, and the key and member who made it. Revoked keys and removed members stay
   * listed.
   */
  audit(request: BroadcastsAuditRequest, options?: CallOptions): Call<BroadcastAudit> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/{id}/audit" }, request, options);
  }

  /**
   * Cancel a broadcast.
   *
   * Ends the campaign for good, in any state that is not an end.
   */
  cancel(request: BroadcastsCancelRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Broadcast> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/cancel", idempotencyKey: true }, request, options);
  }

  /**
   * Launch a broadcast.
   *
   * Starts a draft, or schedules it if its start is in the future. Checks the state first, then the gate, then the
   * connection. A draft that names another account is `engine_not_connected`.
   */
  launch(request: BroadcastsLaunchRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Broadcast> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/launch", idempotencyKey: true }, request, options);
  }

  /**
   * Pause a broadcast.
   *
   * Stops the campaign until it is resumed. A message in flight may still be sent.
   */
  pause(request: BroadcastsPauseRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Broadcast> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/pause", idempotencyKey: true }, request, options);
  }

  /**
   * Report on a broadcast.
   *
   * Messages by outcome, replies, and purchases of the fans who received a message.
   */
  report(request: BroadcastsReportRequest, options?: CallOptions): Call<BroadcastReport> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/{id}/report" }, request, options);
  }

  /**
   * Resume a broadcast.
   *
   * Continues a paused campaign. The gate must be open, and the account of the launch must be connected
   * (`engine_not_connected`).
   */
  resume(request: BroadcastsResumeRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Broadcast> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/resume", idempotencyKey: true }, request, options);
  }

  /**
   * Unschedule a broadcast.
   *
   * Makes a scheduled campaign a draft again.
   */
  unschedule(request: BroadcastsUnscheduleRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Broadcast> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/unschedule", idempotencyKey: true }, request, options);
  }
}

/** Domains, their provisioning, and copies of drafts between them. */
export class Domains extends Noun {
  /**
   * Copy parts of a draft to many domains.
   *
   * Each of at most 1,000 targets succeeds or fails by itself; only drafts change. `bg` copies canvas colour, background
   * pictures and design; `ui` the look of buttons, profile and gate, sharing, in-app handling and campaign parameters;
   * `notification` the banner without its preset. A response that takes longer than a second is streamed: status 200
   * first, then each result when it is ready. A target over which the database fails then has `ok` false and `detail`
   * `unavailable`, and may have been copied. With an `Idempotency-Key`, the work continues if the client disconnects.
   */
  contentCopy(request: DomainsContentCopyRequest, options?: CallOptions & WithIdempotencyKey): Call<BulkCopyReport> {
    return this.call({ method: "POST", path: "/api/admin/bulk/copy-content", idempotencyKey: true }, request, options);
  }

  /**
   * List domains.
   *
   * Every domain of the owner with its provisioning state, or those that match `search` (part of the hostname, also as
   * people write it, or of the display name, ignoring case) and `state`. Without `limit` and `cursor`, the list is
   * returned in full and has no `next_cursor`.
   */
  list(request?: DomainsListRequest, options?: CallOptions): Call<DomainList> {
    return this.call({ method: "GET", path: "/api/admin/domains" }, request, options);
  }

  /**
   * List domains: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<DomainsListRequest, "cursor">, options?: CallOptions): Pages<DomainList["items"][number], DomainList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as DomainsListRequest, options));
  }

  /**
   * Register a domain.
   *
   * The domain is created as `pending`; a worker provisions it and makes it `active`. The address of a whole site, such as
   * `https://links.example.com/`, is taken as its host, which the response names. If the hostname is taken and the
   * plan's limit is reached, the limit is reported. A hostname that another account gave up can't be registered for 7
   * days. For 90 days it needs a DNS record, which the error names.
   */
  create(request: DomainsCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<Domain> {
    return this.call({ method: "POST", path: "/api/admin/domains", idempotencyKey: true }, request, options);
  }

  /**
   * Show a domain.
   *
   * The domain with its provisioning state. A hostname is reachable if its CNAME or one of its addresses is a target of
   * the service. `provisioning_error` is the last failed attempt, also while the domain is still `pending`. After the
   * fifth failure the domain is `failed`. `dns_records` are the records to set at the DNS provider. `ETag` is the
   * revision of the draft.
   */
  show(request: DomainsShowRequest, options?: CallOptions): Call<Domain> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}" }, request, options);
  }

  /**
   * Delete a domain.
   *
   * Deletes the domain with its draft, versions and pages, and frees the hostname. Funnel links stay in the account; a
   * later domain of the same name takes them over.
   */
  delete(request: DomainsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/domains/{domain}", answers: "nothing" }, request, options);
  }

  /**
   * Copy a whole draft from another domain.
   *
   * Replaces the draft of the path's domain with a copy of the source's draft, under new ids. Stamped addresses and QR
   * codes are not copied.
   */
  draftCopy(request: DomainsDraftCopyRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Domain> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/copy-from", idempotencyKey: true }, request, options);
  }

  /**
   * Retry the provisioning of a domain.
   *
   * Call this operation after you have fixed the cause, such as a DNS record. The number of attempts restarts at 0. A
   * domain that has not failed is `invalid_transition`.
   */
  provision(request: DomainsProvisionRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Domain> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/provision", idempotencyKey: true }, request, options);
  }
}

/** Buttons for a segment of visitors. */
export class Buttons extends Noun {
  /**
   * List buttons.
   *
   * The buttons of one segment of the draft, in display order.
   */
  list(request: ButtonsListRequest, options?: CallOptions): Call<ButtonList> {
    return this.call({ method: "GET", path: "/api/admin/buttons/{domain}/{tier}" }, request, options);
  }

  /**
   * Create a button.
   *
   * Adds a button to a segment of the draft, last unless `position` is given. A landing page has at most 500 buttons
   * (`too_many`). A position past the end is `less_than_equal`. Visitors see the button once the draft is published.
   */
  create(request: ButtonsCreateRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Button> {
    return this.call({ method: "POST", path: "/api/admin/buttons/{domain}/{tier}", idempotencyKey: true }, request, options);
  }

  /**
   * Reorder a segment's buttons.
   *
   * Takes the ids of all buttons of the segment in the new order. A list that lacks a button or names another one is
   * rejected.
   */
  reorder(request: ButtonsReorderRequest, options?: CallOptions & WithIfMatch): Call<ButtonList> {
    return this.call({ method: "PUT", path: "/api/admin/buttons/{domain}/{tier}/order" }, request, options);
  }

  /**
   * Delete a button.
   *
   * Removes the button from the draft. Visitors see it until the draft is published.
   */
  delete(request: ButtonsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/buttons/{domain}/{tier}/{button_id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a button.
   *
   * Changes the fields of the body. `tier` moves the button to another segment, last unless `position` is given. Without
   * `If-Match`, two changes at once are both applied. Visitors see the change once the draft is published.
   */
  update(request: ButtonsUpdateRequest, options?: CallOptions & WithIfMatch): Call<Button> {
    return this.call({ method: "PATCH", path: "/api/admin/buttons/{domain}/{tier}/{button_id}" }, request, options);
  }
}

/** Content of the vault and its sales. */
export class Content extends Noun {
  /**
   * List content.
   *
   * The order by sales uses captured sales in the window; other orders use the engine's all-time counters. The list may
   * be 10 seconds old.
   */
  list(request?: ContentListRequest, options?: CallOptions): Call<ContentList> {
    return this.call({ method: "GET", path: "/api/admin/content" }, request, options);
  }

  /**
   * Show an item of content.
   *
   * One item of the vault with its captured sales and the bundles that contain it: the newest 1,000 sales and the 1,000
   * best-selling bundles. The sums cover all.
   */
  show(request: ContentShowRequest, options?: CallOptions): Call<ContentDetail> {
    return this.call({ method: "GET", path: "/api/admin/content/{content_id}" }, request, options);
  }
}

/** Single conversions of fans with their attribution. */
export class Conversions extends Noun {
  /**
   * List conversions.
   *
   * Subscriptions, payments, refunds and messages, attributed or not, newest first. Without `domain`, the list
   * includes deleted domains and unattributed conversions, whose `domain`, `link_id` and `basis` are null. Amounts are
   * null if no money moved. A conversion that arrives late appears at its own time, so pages read before lack it. Fans
   * appear by id, never by name. With `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a
   * page whose next cursor is in the header `Next-Cursor`.
   */
  list(request?: ConversionsListRequest, options?: CallOptions): Call<ConversionList> {
    return this.call({ method: "GET", path: "/api/admin/conversions" }, request, options);
  }

  /**
   * List conversions: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<ConversionsListRequest, "cursor">, options?: CallOptions): Pages<ConversionList["items"][number], ConversionList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as ConversionsListRequest, options));
  }
}

/** The draft of a landing page: differences, preview, publication, versions. */
export class Drafts extends Noun {
  /**
   * Show what publishing would change.
   *
   * Each difference from the live version to the draft, as a path with the value before and after.
   */
  diff(request: DraftsDiffRequest, options?: CallOptions): Call<DraftDiff> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/diff" }, request, options);
  }

  /**
   * Preview the draft.
   *
   * Renders the draft for the simulated visitor, as after a publication. The parameters are the same as for *Show what
   * a visitor would get, and why*. The dashboard's origin may frame the page. Nothing is stored or counted.
   */
  preview(request: DraftsPreviewRequest, options?: CallOptions): Call<string> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/preview", answers: "text" }, request, options);
  }

  /**
   * Publish the draft.
   *
   * The live page changes at once and as a whole. If nothing has changed, the live version is returned with `changed`
   * false. The newest 1,000 versions are kept.
   */
  publish(request: DraftsPublishRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Publication> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/publish", idempotencyKey: true }, request, options);
  }

  /**
   * Roll back to a version.
   *
   * Publishes the content of the old version as a new version, and makes it the draft unless `keep_draft` is true. A
   * version that is no longer kept is `version_not_found`.
   */
  rollback(request: DraftsRollbackRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Publication> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/rollback", idempotencyKey: true }, request, options);
  }

  /**
   * Show what a visitor would get, and why.
   *
   * Reads the live version, or with `draft=true` the draft. A parameter that is left out is unknown; `channel` defaults
   * to `direct`, `at` to now. The same `visitor` always gets the same arm. On a domain that was never published,
   * `segment` is null. Nothing is sent or counted.
   */
  simulate(request: DraftsSimulateRequest, options?: CallOptions): Call<Simulation> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/simulate" }, request, options);
  }

  /**
   * List published versions.
   *
   * Each publication with its time and key prefix, newest first, in pages.
   */
  versionsList(request: DraftsVersionsListRequest, options?: CallOptions): Call<VersionList> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/versions" }, request, options);
  }

  /**
   * List published versions: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  versionsListAll(request: Omit<DraftsVersionsListRequest, "cursor">, options?: CallOptions): Pages<VersionList["items"][number], VersionList> {
    return this.pages("items", (cursor) => this.versionsList({ ...request, ...cursor } as DraftsVersionsListRequest, options));
  }
}

/** Visits, clicks, subscriptions, revenue and paying fans. */
export class Statistics extends Noun {
  /**
   * List the experiments of a live page.
   *
   * Each arm of the live version's experiments with its visitors, conversions, the interval of its rate and the
   * probability of being the best. A probability is null until every arm with a weight has 100 visitors. Another
   * experiment `key` is another experiment.
   */
  experimentsList(request: StatisticsExperimentsListRequest, options?: CallOptions): Call<ExperimentList> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/experiments" }, request, options);
  }

  /**
   * List the paying fans of a funnel link.
   *
   * Paying fans of all time. The platform's counters are from the last pull, and 0 before the first pull; no engine is
   * called. With `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is
   * in the header `Next-Cursor`.
   */
  linkSpendersList(request: StatisticsLinkSpendersListRequest, options?: CallOptions): Call<LinkSpenders> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/links/{link_id}/spenders" }, request, options);
  }

  /**
   * List the paying fans of a funnel link: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  linkSpendersListAll(request: Omit<StatisticsLinkSpendersListRequest, "cursor">, options?: CallOptions): Pages<LinkSpenders["spenders"][number], LinkSpenders> {
    return this.pages("spenders", (cursor) => this.linkSpendersList({ ...request, ...cursor } as StatisticsLinkSpendersListRequest, options));
  }

  /**
   * Show a domain's statistics.
   *
   * By day and by source, and with `by` also by one trait. `range` is a multiple of 24 hours that ends now, so the first
   * day is partial; `from_ts` and `to_ts`, both inclusive, replace it. Days are in UTC; days and sources with only
   * zeros, bots and repeated clicks are left out. The key of an unknown trait is empty, so items add up to the totals,
   * except for `button` and `arm`. There are at most 1,000 items, and 2,400 hours. With `Accept: text/csv`, returns the
   * days, or with `by` the items, as CSV (RFC 4180).
   */
  show(request: StatisticsShowRequest, options?: CallOptions): Call<DomainStats> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/stats" }, request, options);
  }

  /**
   * List the paying fans of a domain.
   *
   * Fans who bought in the range, with their spending after they were first seen on the domain. Needs a connection to an
   * engine, though the engine is not called. `search` is part of the name or id; totals cover all fans, including
   * refunds to fans who are not listed. A fan whose money changes between two pages may appear twice or not at all. With
   * `Accept: text/csv`, returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is in the
   * header `Next-Cursor`.
   */
  spendersList(request: StatisticsSpendersListRequest, options?: CallOptions): Call<DomainSpenders> {
    return this.call({ method: "GET", path: "/api/admin/sources/{domain}/spenders" }, request, options);
  }

  /**
   * List the paying fans of a domain: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  spendersListAll(request: Omit<StatisticsSpendersListRequest, "cursor">, options?: CallOptions): Pages<DomainSpenders["spenders"][number], DomainSpenders> {
    return this.pages("spenders", (cursor) => this.spendersList({ ...request, ...cursor } as StatisticsSpendersListRequest, options));
  }

  /**
   * Explain a fan's statistics.
   *
   * All events of the fan in order, also of other domains, the effect of each on the statistics of this domain, and the
   * event that anchored the fan to it.
   */
  spenderExplain(request: StatisticsSpenderExplainRequest, options?: CallOptions): Call<FanExplained> {
    return this.call({ method: "GET", path: "/api/admin/sources/{domain}/spenders/{fan_id}/explain" }, request, options);
  }

  /**
   * Show the statistics of all domains.
   *
   * Whole days in UTC, by default the last 30 and at most 1,100, by day or by domain, compared with as many days before.
   * Sums over the domains that the owner has now. A fan who bought on two days counts once in the totals. Bots are not
   * counted, and items with only zeros are left out.
   */
  overviewShow(request?: StatisticsOverviewShowRequest, options?: CallOptions): Call<Overview> {
    return this.call({ method: "GET", path: "/api/admin/stats/overview" }, request, options);
  }
}

/** Tracked links of the connected engine, one for each offer and country. */
export class FunnelLinks extends Noun {
  /**
   * Show a funnel link.
   *
   * A link that fills a slot of the domain, as it is recorded. `ETag` is of the link alone.
   */
  show(request: FunnelLinksShowRequest, options?: CallOptions): Call<FunnelLink> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/links/{link_id}" }, request, options);
  }

  /**
   * Switch a funnel link on or off.
   *
   * Switches the link upstream, then here, then stamps the draft's buttons again. A link of an account that was
   * connected before can't be switched (`link_foreign`).
   */
  toggle(request: FunnelLinksToggleRequest, options?: CallOptions & WithIfMatch): Call<ToggledLink> {
    return this.call({ method: "PATCH", path: "/api/admin/domains/{domain}/links/{link_id}" }, request, options);
  }

  /**
   * Provision a domain's funnel links.
   *
   * Creates the missing upstream links for the domain's slots, and puts their addresses on the draft's buttons. Repeated
   * calls create no link twice, and retry the slots that failed. `If-Match` takes the `ETag` of the domain, which is
   * compared before anything is created.
   */
  provision(request: FunnelLinksProvisionRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Provisioned> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/provision-links", idempotencyKey: true }, request, options);
  }

  /**
   * Plan a domain's funnel links.
   *
   * Shows for each slot whether its link is recorded, would be reused or would be created. Nothing is written.
   */
  plan(request: FunnelLinksPlanRequest, options?: CallOptions): Call<DryRun> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/provision-links/dry-run" }, request, options);
  }

  /**
   * List tracked funnel links.
   *
   * The recorded links with the engine's current statistics, by offer and then by creation time. `search` is part of the
   * name or provider id, ignoring case. Links that were created on the platform appear after the next pull. Links of an
   * account that was connected before have `state` `foreign` and counters of 0.
   */
  list(request?: FunnelLinksListRequest, options?: CallOptions): Call<TrackedLinkList> {
    return this.call({ method: "GET", path: "/api/admin/smart-links" }, request, options);
  }

  /**
   * List tracked funnel links: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<FunnelLinksListRequest, "cursor">, options?: CallOptions): Pages<TrackedLinkList["items"][number], TrackedLinkList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as FunnelLinksListRequest, options));
  }
}

/** Export and import of an owner's data. */
export class Transfer extends Noun {
  /**
   * Export the owner's data.
   *
   * Streams one document: domains with their drafts, smart links, printed codes, the library and the team. The document
   * contains no secrets and no derived data. With `Accept: application/zip`, returns an archive of the document
   * (`export.json`) and of the uploaded files that it names (`files/`). Each part also needs a right: `landings.view`,
   * `links.view`, `qr.view`, `notifications.view` or `team.view`. A requested part without its right is rejected. If no
   * parts are requested, `left_out` lists the missing parts.
   */
  export(request?: TransferExportRequest, options?: CallOptions): Call<ExportDocument> {
    return this.call({ method: "GET", path: "/api/admin/export" }, request, options);
  }

  /**
   * Export links as a table.
   *
   * The buttons of all domains, or of one, in CSV (RFC 4180, UTF-8): `domain,label,url,segment,position`. Cells that a spreadsheet would
   * take for formulas have an apostrophe before them. The key needs the right `landings.view` too.
   */
  linksExport(request?: TransferLinksExportRequest, options?: CallOptions): Call<string> {
    return this.call({ method: "GET", path: "/api/admin/export/links", answers: "text" }, request, options);
  }

  /**
   * Import a document.
   *
   * Imports an exported document of at most 10 MiB, and returns the result of each row. Each domain is imported
   * completely or not at all, with its links and codes; a failed domain does not affect others. Presets and members are
   * imported one by one. Members get no more rights than the caller has. Each row also needs rights: a domain
   * `landings.edit_content`, `appearance.edit` and `notifications.edit`, and for a new domain `landings.register`; a
   * smart link `links.create`, a code `qr.edit`, a preset `notifications.library`, a member `team.edit`. Pages change
   * with the next publication, links and codes at once. Importing the same document again changes nothing. Segments and
   * buttons keep their ids unless another domain has them.
   */
  import(request: TransferImportRequest, options?: CallOptions & WithIdempotencyKey): Call<ImportReport> {
    return this.call({ method: "POST", path: "/api/admin/import", idempotencyKey: true }, request, options);
  }

  /**
   * Import an archive.
   *
   * Imports the archive of an export (`Accept: application/zip`) of at most 256 MiB: `export.json` like the import of a
   * document, and from `files/` the files that its rows name and the service lacks. They count as uploads. Unexpected,
   * encrypted or linked entries, and entries that expand too far, fail the archive with `invalid_file` and the name of
   * the entry.
   */
  archiveImport(request: TransferArchiveImportRequest, options?: CallOptions & WithIdempotencyKey): Call<ImportReport> {
    return this.call({ method: "POST", path: "/api/admin/import/archive", idempotencyKey: true, sends: "application/zip" }, request, options);
  }

  /**
   * Import links from a table or bookmarks.
   *
   * Imports an exported table (`text/csv`), a table of Bitly, Dub, Kutt, YOURLS, Shlink, Rebrandly or Linktree, a plain
   * list of addresses (`text/plain`), or the bookmarks of a browser (`text/html`), of at most 10 MiB and 100,000 rows.
   * Each domain is imported completely or not at all; with `partial`, only the faulty rows are left out. A row of an
   * exported table changes the address of the button with the same label in its segment. All other files skip addresses
   * that already exist. Nothing is fetched from the addresses, and nothing is deleted. The key also needs the right
   * `landings.edit_content`.
   */
  linksImport(request: TransferLinksImportRequest, options?: CallOptions & WithIdempotencyKey): Call<ImportReport> {
    return this.call({ method: "POST", path: "/api/admin/import/links", idempotencyKey: true, sends: "text/csv" }, request, options);
  }
}

/** Reusable banners for several landing pages. */
export class BannerPresets extends Noun {
  /**
   * List banner presets.
   *
   * Banner presets of the owner's library, in pages.
   */
  list(request?: BannerPresetsListRequest, options?: CallOptions): Call<PresetList> {
    return this.call({ method: "GET", path: "/api/admin/library/notifications" }, request, options);
  }

  /**
   * List banner presets: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<BannerPresetsListRequest, "cursor">, options?: CallOptions): Pages<PresetList["items"][number], PresetList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as BannerPresetsListRequest, options));
  }

  /**
   * Create a preset.
   *
   * Texts and files may be added later. A preset is complete with a title, a body, a link text, a picture and, in link
   * mode `manual`, an address.
   */
  create(request?: BannerPresetsCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<Preset> {
    return this.call({ method: "POST", path: "/api/admin/library/notifications", idempotencyKey: true }, request, options);
  }

  /**
   * Save a domain's banner as a preset.
   *
   * Creates a preset from the banner and assigns it to the domain, in one step. The banner stays enabled only if it is
   * complete.
   */
  capture(request: BannerPresetsCaptureRequest, options?: CallOptions & WithIdempotencyKey): Call<Preset> {
    return this.call({ method: "POST", path: "/api/admin/library/notifications/from-domain", idempotencyKey: true }, request, options);
  }

  /**
   * Delete a preset.
   *
   * Domains with this preset keep its texts, and their banners are switched off.
   */
  delete(request: BannerPresetsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/library/notifications/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a preset.
   *
   * Also updates the drafts of all domains with this preset, in the same step. Visitors see the change after a
   * publication. If the preset becomes incomplete, these banners are switched off until it is complete again.
   */
  update(request: BannerPresetsUpdateRequest, options?: CallOptions & WithIfMatch): Call<Preset> {
    return this.call({ method: "PATCH", path: "/api/admin/library/notifications/{id}" }, request, options);
  }

  /**
   * Upload a preset's picture.
   *
   * The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the content decides the type. An invalid file is
   * reported before an unknown preset.
   */
  avatarUpload(request: BannerPresetsAvatarUploadRequest, options?: CallOptions & WithIfMatch): Call<Preset> {
    return this.call({ method: "PUT", path: "/api/admin/library/notifications/{id}/avatar", sends: "application/octet-stream" }, request, options);
  }

  /**
   * Upload a preset's sound.
   *
   * The raw bytes of an MP3, Ogg or WAV file of at most 2 MiB; the content decides the type.
   */
  soundUpload(request: BannerPresetsSoundUploadRequest, options?: CallOptions & WithIfMatch): Call<Preset> {
    return this.call({ method: "PUT", path: "/api/admin/library/notifications/{id}/sound", sends: "application/octet-stream" }, request, options);
  }
}

/** Health checks of the addresses that pages and links lead to. */
export class Destinations extends Noun {
  /**
   * List destinations and their health.
   *
   * Destinations are the `http` and `https` addresses of buttons, in drafts and on live pages, and the targets of
   * expired smart links. While the owner has opted in, each is checked once a day. A destination is `broken` after two
   * consecutive failed checks, at least an hour apart. A check fails without a response, or with a status of 400 or
   * above except 401, 403, 405 and 429. One successful check repairs the destination. `ETag` covers only the switch.
   */
  list(request?: DestinationsListRequest, options?: CallOptions): Call<DestinationList> {
    return this.call({ method: "GET", path: "/api/admin/links/health" }, request, options);
  }

  /**
   * List destinations and their health: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<DestinationsListRequest, "cursor">, options?: CallOptions): Pages<DestinationList["items"][number], DestinationList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as DestinationsListRequest, options));
  }

  /**
   * Switch destination checks on or off.
   *
   * Off by default. After switching on, destinations are collected within seconds and again every hour. Switching off
   * stops the checks and deletes all results.
   */
  switch(request: DestinationsSwitchRequest, options?: CallOptions & WithIfMatch): Call<DestinationSwitch> {
    return this.call({ method: "PUT", path: "/api/admin/links/health" }, request, options);
  }

  /**
   * Check a destination now.
   *
   * Counts like any other check; the next check follows a day later. A host gets at most one request a second, so the
   * response may take half a minute. An address that is not in the list is `destination_not_found`.
   */
  check(request: DestinationsCheckRequest, options?: CallOptions & WithIdempotencyKey): Call<Destination> {
    return this.call({ method: "POST", path: "/api/admin/links/health/check", idempotencyKey: true }, request, options);
  }
}

/** The people of the team and their rights. */
export class Members extends Noun {
  /**
   * List members.
   *
   * The people of the team with their rights, in pages.
   */
  list(request?: MembersListRequest, options?: CallOptions): Call<MemberList> {
    return this.call({ method: "GET", path: "/api/admin/members" }, request, options);
  }

  /**
   * List members: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<MembersListRequest, "cursor">, options?: CallOptions): Pages<MemberList["items"][number], MemberList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as MembersListRequest, options));
  }

  /**
   * Add a member.
   *
   * A member has a name, an e-mail address and rights. Nobody can grant more than the calling key may do now
   * (`scope_escalation`). A member without a restriction has all rights of the owner, so only an unrestricted key can
   * create one.
   */
  create(request: MembersCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<Member> {
    return this.call({ method: "POST", path: "/api/admin/members", idempotencyKey: true }, request, options);
  }

  /**
   * Show a member.
   *
   * The member with their rights. A removed member is `member_not_found`.
   */
  show(request: MembersShowRequest, options?: CallOptions): Call<Member> {
    return this.call({ method: "GET", path: "/api/admin/members/{id}" }, request, options);
  }

  /**
   * Remove a member.
   *
   * Keys of the member are rejected from the next request on. A member who may do more than the calling key can't be
   * removed (`beyond_own_rights`).
   */
  delete(request: MembersDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/members/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a member.
   *
   * The keys of the member have the new rights from the next request on. `tabs` and `caps` are checked together with the
   * fields that stay. Nobody can grant more than the calling key may do now (`scope_escalation`), or change a member who
   * may do more (`beyond_own_rights`), not even oneself.
   */
  update(request: MembersUpdateRequest, options?: CallOptions & WithIfMatch): Call<Member> {
    return this.call({ method: "PATCH", path: "/api/admin/members/{id}" }, request, options);
  }
}

/** The banner of a landing page. */
export class Banners extends Noun {
  /**
   * Show the banner.
   *
   * The banner of the domain's draft, with the preset that it follows. A banner without title, body and link text is not
   * shown to visitors, even if it is enabled.
   */
  show(request: BannersShowRequest, options?: CallOptions): Call<Banner> {
    return this.call({ method: "GET", path: "/api/admin/notification/{domain}" }, request, options);
  }

  /**
   * Change the banner.
   *
   * Only the fields of the body change. A `style` replaces the stored one as a whole; `{}` clears it, null keeps it.
   * `preset_id` assigns a preset first, then the other fields are applied, in two steps: if the second fails, the first
   * stays. `preset_id` null detaches the preset; the texts stay and the banner is switched off. Fields that a preset
   * brought can be changed, until a change of the preset overwrites them.
   */
  update(request: BannersUpdateRequest, options?: CallOptions & WithIfMatch): Call<Banner> {
    return this.call({ method: "PATCH", path: "/api/admin/notification/{domain}" }, request, options);
  }

  /**
   * Upload the banner's picture.
   *
   * The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side. The shorter
   * side is stored with at most 144 pixels, for the sharpest screens. A file is named by its content and never changes.
   */
  avatarUpload(request: BannersAvatarUploadRequest, options?: CallOptions & WithIfMatch): Call<Banner> {
    return this.call({ method: "PUT", path: "/api/admin/notification/{domain}/avatar", sends: "application/octet-stream" }, request, options);
  }

  /**
   * Assign a preset.
   *
   * The banner takes the preset's content and follows later changes of the preset. Only a complete preset can be enabled
   * (`preset_incomplete`).
   */
  presetAssign(request: BannersPresetAssignRequest, options?: CallOptions & WithIfMatch): Call<Banner> {
    return this.call({ method: "PUT", path: "/api/admin/notification/{domain}/preset" }, request, options);
  }

  /**
   * Upload the banner's sound.
   *
   * The raw bytes of an MP3, Ogg or WAV file of at most 2 MiB, without Speex. Tags, comments and covers are removed.
   */
  soundUpload(request: BannersSoundUploadRequest, options?: CallOptions & WithIfMatch): Call<Banner> {
    return this.call({ method: "PUT", path: "/api/admin/notification/{domain}/sound", sends: "application/octet-stream" }, request, options);
  }
}

/** Printed codes with a design, and their scans. */
export class QrCodes extends Noun {
  /**
   * Upload a picture for QR codes.
   *
   * The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB, 40 megapixels and 12,000 pixels a side. Use the
   * returned file name as `logo.file` of a design; a picture of another owner is not accepted. Codes with a logo are
   * drawn at error correction level H.
   */
  logoUpload(request: QrCodesLogoUploadRequest, options?: CallOptions): Call<QrLogoFile> {
    return this.call({ method: "PUT", path: "/api/admin/qr/logo", sends: "application/octet-stream" }, request, options);
  }

  /**
   * List the designs of QR codes.
   *
   * 100 ready designs in twelve families, each with colours and module shapes. None has a logo or a frame.
   */
  presetsList(request?: NoRequest, options?: CallOptions): Call<QrPresetList> {
    return this.call({ method: "GET", path: "/api/admin/qr/presets" }, request, options);
  }

  /**
   * Preview a QR code.
   *
   * Draws a code that is not stored. Without a domain, the code leads to `links.example.com`.
   */
  preview(request?: QrCodesPreviewRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "POST", path: "/api/admin/qr/preview", answers: "file" }, request, options);
  }

  /**
   * List a domain's QR codes.
   *
   * Codes of the domain with their scans, in pages. Scans are at most two seconds behind. With `Accept: text/csv`,
   * returns CSV (RFC 4180): the whole list, or with `limit` a page whose next cursor is in the header `Next-Cursor`.
   */
  list(request: QrCodesListRequest, options?: CallOptions): Call<QrList> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}" }, request, options);
  }

  /**
   * List a domain's QR codes: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request: Omit<QrCodesListRequest, "cursor">, options?: CallOptions): Pages<QrList["items"][number], QrList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as QrCodesListRequest, options));
  }

  /**
   * Create a QR code.
   *
   * Only `slug` is required, and the code is active at once. A `design` is sent as a whole and takes precedence over
   * `preset`; the default is the preset `classic-ink`. The background must be light (`low_contrast`). `scannability`
   * warns of designs that some readers can't read.
   */
  create(request: QrCodesCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<QrCode> {
    return this.call({ method: "POST", path: "/api/admin/qr/{domain}", idempotencyKey: true }, request, options);
  }

  /**
   * Download a sheet of QR codes.
   *
   * PDF pages in A4 or letter with up to 100 codes of a domain, each `copies` times and with bleed and cutting marks; at
   * most 1,000 in all (`too_many`). Without `ids`, the first 100 codes.
   */
  sheetDownload(request: QrCodesSheetDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/sheet.pdf", answers: "file" }, request, options);
  }

  /**
   * Show a QR code.
   *
   * The code with its design and its scans.
   */
  show(request: QrCodesShowRequest, options?: CallOptions): Call<QrCode> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}" }, request, options);
  }

  /**
   * Change a QR code.
   *
   * Changes only the fields of the body, at once on the live domain. The label and the scans stay. `smart_link` sends
   * scans to a smart link of the domain instead of the page, without changing the printed address; null leads to the
   * page again. While that link is paused or deleted, scans lead to the page.
   */
  update(request: QrCodesUpdateRequest, options?: CallOptions & WithIfMatch): Call<QrCode> {
    return this.call({ method: "PATCH", path: "/api/admin/qr/{domain}/{id}" }, request, options);
  }

  /**
   * Download a QR code as EPS.
   *
   * The same page as encapsulated PostScript, level 3, with the boxes as `pdfmark`. A request with `If-None-Match` may
   * return 304.
   */
  epsDownload(request: QrCodesEpsDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.eps", answers: "file" }, request, options);
  }

  /**
   * Download a QR code as PDF.
   *
   * A page for print shops in RGB. `size_mm` is the width of the drawing, which fills the safe area (`ArtBox`); trim and
   * bleed (`TrimBox`, `BleedBox`) are 3 mm each around it, with cutting marks. A request with `If-None-Match` may return
   * 304.
   */
  pdfDownload(request: QrCodesPdfDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.pdf", answers: "file" }, request, options);
  }

  /**
   * Download a QR code as PNG.
   *
   * The picture of the code in its design. `ETag` covers everything that is drawn. A request with `If-None-Match` may
   * return 304.
   */
  pngDownload(request: QrCodesPngDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.png", answers: "file" }, request, options);
  }

  /**
   * Download a QR code as SVG.
   *
   * The drawing of the code in its design. `ETag` covers everything that is drawn. A request with `If-None-Match` may
   * return 304.
   */
  svgDownload(request: QrCodesSvgDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.svg", answers: "file" }, request, options);
  }
}

/** Content requests of fans, and the responses. */
export class ContentRequests extends Noun {
  /**
   * List content requests.
   *
   * The content that fans requested, with state and price, newest first.
   */
  list(request?: ContentRequestsListRequest, options?: CallOptions): Call<RequestList> {
    return this.call({ method: "GET", path: "/api/admin/requests" }, request, options);
  }

  /**
   * List content requests: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request?: Omit<ContentRequestsListRequest, "cursor">, options?: CallOptions): Pages<RequestList["items"][number], RequestList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as ContentRequestsListRequest, options));
  }

  /**
   * Respond to a content request.
   *
   * The response is stored at once and sent to the engine with retries, under one key, until the outcome is certain.
   * `media_ids` counts for `fulfill` alone, `reason` for `decline` alone. A request of an account that is not connected
   * can be answered too; the response is sent when that account is connected again.
   */
  respond(request: ContentRequestsRespondRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<AnsweredRequest> {
    return this.call({ method: "POST", path: "/api/admin/requests/{request_id}/respond", idempotencyKey: true }, request, options);
  }
}

/** Groups of visitors of a landing page, by conditions. */
export class Segments extends Noun {
  /**
   * List segments.
   *
   * The segments of the draft with their conditions, in the order in which they are tried.
   */
  list(request: SegmentsListRequest, options?: CallOptions): Call<SegmentList> {
    return this.call({ method: "GET", path: "/api/admin/segments/{domain}" }, request, options);
  }

  /**
   * Create a segment.
   *
   * The first segment of a domain becomes its catch-all default. The default serves all remaining visitors, whatever its
   * own countries, conditions and schedule. A landing page has at most 100 segments (`too_many`).
   */
  create(request: SegmentsCreateRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<Segment> {
    return this.call({ method: "POST", path: "/api/admin/segments/{domain}", idempotencyKey: true }, request, options);
  }

  /**
   * Delete a segment.
   *
   * Removes the segment and its buttons from the draft. The default segment can't be deleted.
   */
  delete(request: SegmentsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/segments/{domain}/{segment_id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a segment.
   *
   * Changes the fields of the body. To move the default, make another segment the default. A change of an arm's weight
   * moves only the visitors whose share changes; another experiment `key` assigns every visitor anew.
   */
  update(request: SegmentsUpdateRequest, options?: CallOptions & WithIfMatch): Call<Segment> {
    return this.call({ method: "PATCH", path: "/api/admin/segments/{domain}/{segment_id}" }, request, options);
  }
}

/** Dashboard sessions of the calling key. */
export class Sessions extends Noun {
  /**
   * List sessions.
   *
   * Active sessions of the calling key, most recently used first. `last_seen_at` is exact to a minute.
   */
  list(request?: NoRequest, options?: CallOptions): Call<SessionList> {
    return this.call({ method: "GET", path: "/api/admin/sessions" }, request, options);
  }

  /**
   * Begin a session.
   *
   * The dashboard creates a session at sign-in. A session ends after 12 hours without a request, after 30 days, or with
   * its key. A key has at most 50 sessions; one more ends the least recently used. No address of the client is stored,
   * and sessions appear in no audit log or webhook.
   */
  create(request?: SessionsCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<Session> {
    return this.call({ method: "POST", path: "/api/admin/sessions", idempotencyKey: true }, request, options);
  }

  /**
   * End all sessions.
   *
   * Ends all sessions of the calling key, except the one that `except` names. If that session does not exist, none is
   * ended.
   */
  endAll(request?: SessionsEndAllRequest, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/sessions", answers: "nothing" }, request, options);
  }

  /**
   * Show a session.
   *
   * Returns the session with the rights of its key, and records the use. The dashboard calls this operation for each
   * request, so an ended session is rejected by every process at once. A session of another key is `session_not_found`.
   */
  show(request: SessionsShowRequest, options?: CallOptions): Call<SessionShown> {
    return this.call({ method: "GET", path: "/api/admin/sessions/{id}" }, request, options);
  }

  /**
   * End a session.
   *
   * Takes effect at once: later requests of the session are rejected.
   */
  end(request: SessionsEndRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/sessions/{id}", answers: "nothing" }, request, options);
  }
}

/** Server-side conversion pixels of a funnel link. */
export class Pixels extends Noun {
  /**
   * List a link's pixels.
   *
   * At most one pixel a platform. No response holds an access token. `ETag` covers all pixels of the link, and so does
   * the `If-Match` of a change. `provider_id` names a link of the connected account, or else of the most recently
   * connected account that has one.
   */
  list(request: PixelsListRequest, options?: CallOptions): Call<PixelList> {
    return this.call({ method: "GET", path: "/api/admin/smart-links/{provider_id}/pixels" }, request, options);
  }

  /**
   * Set a pixel.
   *
   * A link has at most one pixel per platform. The token is write-only; without a token or with a blank one, the stored
   * token stays. A pixel receives conversions, so the key also needs the right `stats.sources` and the scope `read`.
   */
  set(request: PixelsSetRequest, options?: CallOptions & WithIfMatch): Call<Pixel> {
    return this.call({ method: "PUT", path: "/api/admin/smart-links/{provider_id}/pixels" }, request, options);
  }

  /**
   * Delete a pixel.
   *
   * Forwarding to the platform and queued deliveries stop at once. Earlier deliveries stay listed.
   */
  delete(request: PixelsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}", answers: "nothing" }, request, options);
  }

  /**
   * Test a pixel.
   *
   * Sends one marked event that belongs to no person, also by a paused pixel, and returns the platform's response. The
   * list of the pixel's deliveries shows the test with the mark `test`, as `delivered` or, after a rejection, as
   * `parked`. A test is never retried.
   */
  test(request: PixelsTestRequest, options?: CallOptions & WithIdempotencyKey): Call<PixelTested> {
    return this.call({ method: "POST", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}/test", idempotencyKey: true }, request, options);
  }
}

/** Events sent to a pixel's platform, and its answers. */
export class PixelDeliveries extends Noun {
  /**
   * List a pixel's deliveries.
   *
   * Includes deliveries of a deleted pixel. Data that identifies a fan is shown, like it is sent, as hashes only; they
   * are deleted once the platform no longer accepts the event, after 7 days (Meta) or 28 (TikTok). Click ids and user
   * agents are not shown.
   */
  list(request: PixelDeliveriesListRequest, options?: CallOptions): Call<DeliveryList> {
    return this.call({ method: "GET", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries" }, request, options);
  }

  /**
   * List a pixel's deliveries: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request: Omit<PixelDeliveriesListRequest, "cursor">, options?: CallOptions): Pages<DeliveryList["items"][number], DeliveryList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as PixelDeliveriesListRequest, options));
  }

  /**
   * Send parked deliveries again.
   *
   * Restarts the pixel's parked deliveries with the whole schedule. Leaves out tests, and events that are too old for
   * the platform.
   */
  redrive(request: PixelDeliveriesRedriveRequest, options?: CallOptions & WithIdempotencyKey): Call<Redriven> {
    return this.call({ method: "POST", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}/deliveries/redrive", idempotencyKey: true }, request, options);
  }
}

/** Links that split visitors between offers by weight and country. */
export class SmartLinks extends Noun {
  /**
   * List a domain's smart links.
   *
   * The smart links of one domain with their policies, in pages. `search` is part of the name or slug, ignoring case.
   */
  list(request: SmartLinksListRequest, options?: CallOptions): Call<SmartLinkList> {
    return this.call({ method: "GET", path: "/api/admin/smartlinks" }, request, options);
  }

  /**
   * List a domain's smart links: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request: Omit<SmartLinksListRequest, "cursor">, options?: CallOptions): Pages<SmartLinkList["items"][number], SmartLinkList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as SmartLinksListRequest, options));
  }

  /**
   * Create a smart link.
   *
   * The platform is never contacted. A policy of the wrong shape is a 422; a policy that breaks a rule, such as a
   * country named twice, is `invalid_policy`, whose message names up to five places.
   */
  create(request: SmartLinksCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<SmartLink> {
    return this.call({ method: "POST", path: "/api/admin/smartlinks", idempotencyKey: true }, request, options);
  }

  /**
   * Show a smart link.
   *
   * The smart link with its policy.
   */
  show(request: SmartLinksShowRequest, options?: CallOptions): Call<SmartLink> {
    return this.call({ method: "GET", path: "/api/admin/smartlinks/{id}" }, request, options);
  }

  /**
   * Delete a smart link.
   *
   * The address stops working at once, and the slug is free again.
   */
  delete(request: SmartLinksDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/smartlinks/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a smart link.
   *
   * A policy is replaced as a whole. The change is live at once. After `expires_at` the link leads to `expired_url` or
   * the landing page and stays `active`; a later end revives it.
   */
  update(request: SmartLinksUpdateRequest, options?: CallOptions & WithIfMatch): Call<SmartLink> {
    return this.call({ method: "PATCH", path: "/api/admin/smartlinks/{id}" }, request, options);
  }

  /**
   * Simulate a smart link.
   *
   * Shows what the visitors of a country get, and why. Shares are final: an arm without a link has share 0, and its
   * visitors count where they end. `samples` assigns that many random visitors with the production hash and returns
   * `sampled` for each arm. Nothing is sent or recorded.
   */
  simulate(request: SmartLinksSimulateRequest, options?: CallOptions): Call<PolicySimulation> {
    return this.call({ method: "POST", path: "/api/admin/smartlinks/{id}/simulate" }, request, options);
  }
}

/** Usage and limits of the plan. */
export class Usage extends Noun {
  /**
   * Show the usage of the plan.
   *
   * Domains and uploads, each with the current number and the limit; null is unlimited. Uploaded files count for ever,
   * because none is deleted.
   */
  show(request?: NoRequest, options?: CallOptions): Call<PlanUsage> {
    return this.call({ method: "GET", path: "/api/admin/usage" }, request, options);
  }
}

/** Signed event messages to the owner's servers. */
export class Webhooks extends Noun {
  /**
   * List webhooks.
   *
   * At most 20 webhooks an owner. No response shows a secret again.
   */
  list(request?: NoRequest, options?: CallOptions): Call<WebhookList> {
    return this.call({ method: "GET", path: "/api/admin/webhooks" }, request, options);
  }

  /**
   * Create a webhook.
   *
   * The response holds the signing secret, once. Messages follow Standard Webhooks: verify `webhook-signature` before
   * you use one. `url` must be https. An event type needs the right to read its data (`beyond_own_rights`); `*` alone
   * means every type that the key may read, now and later. A webhook belongs to the calling key, or the key that
   * replaces it by rotation; its rights are checked at each delivery.
   */
  create(request: WebhooksCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<WebhookWithSecret> {
    return this.call({ method: "POST", path: "/api/admin/webhooks", idempotencyKey: true }, request, options);
  }

  /**
   * Show a webhook.
   *
   * The webhook, with the reason if the service disabled it.
   */
  show(request: WebhooksShowRequest, options?: CallOptions): Call<Webhook> {
    return this.call({ method: "GET", path: "/api/admin/webhooks/{id}" }, request, options);
  }

  /**
   * Delete a webhook.
   *
   * Deletes the webhook with its secret and deliveries. A message in flight may still arrive.
   */
  delete(request: WebhooksDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/webhooks/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a webhook.
   *
   * Changes only the fields of the body. `active: true` also re-enables a webhook that the service disabled, continues
   * pending deliveries, and assigns the webhook to the calling key if its own key is no longer valid. Another `url`
   * resets the failures. The calling key must have the rights to read everything the webhook receives
   * (`beyond_own_rights`).
   */
  update(request: WebhooksUpdateRequest, options?: CallOptions & WithIfMatch): Call<Webhook> {
    return this.call({ method: "PATCH", path: "/api/admin/webhooks/{id}" }, request, options);
  }

  /**
   * Rotate a webhook's secret.
   *
   * The response holds the new secret, once; a repeat under the same `Idempotency-Key` does not. During the overlap,
   * every message is signed with both secrets.
   */
  rotate(request: WebhooksRotateRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<WebhookWithSecret> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/rotate", idempotencyKey: true }, request, options);
  }

  /**
   * Test a webhook.
   *
   * Sends a message of the type `webhook.test`, also to a disabled webhook, and returns the response. The list of
   * deliveries shows the test with its attempt, as `delivered` or `failed`. A test is never retried, and has no other
   * effect.
   */
  test(request: WebhooksTestRequest, options?: CallOptions & WithIdempotencyKey): Call<WebhookTested> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/test", idempotencyKey: true }, request, options);
  }
}

/** Messages sent to a webhook, and its answers. */
export class WebhookDeliveries extends Noun {
  /**
   * List a webhook's deliveries.
   *
   * Deliveries of the last 30 days, with messages and attempts. `payload` and `last_answer` are left out for events that
   * the calling key may not read; a message above 16 KiB is null.
   */
  list(request: WebhookDeliveriesListRequest, options?: CallOptions): Call<WebhookDeliveryList> {
    return this.call({ method: "GET", path: "/api/admin/webhooks/{id}/deliveries" }, request, options);
  }

  /**
   * List a webhook's deliveries: all of them.
   *
   * Everything, page by page: iterate with `for await`, or over `.pages`.
   */
  listAll(request: Omit<WebhookDeliveriesListRequest, "cursor">, options?: CallOptions): Pages<WebhookDeliveryList["items"][number], WebhookDeliveryList> {
    return this.pages("items", (cursor) => this.list({ ...request, ...cursor } as WebhookDeliveriesListRequest, options));
  }

  /**
   * Send a delivery again.
   *
   * Retries a delivery in any state, with the same `webhook-id` and a fresh schedule. For a disabled webhook, the
   * delivery waits until it is enabled.
   */
  redeliver(request: WebhookDeliveriesRedeliverRequest, options?: CallOptions & WithIdempotencyKey): Call<WebhookDelivery> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver", idempotencyKey: true }, request, options);
  }

  /**
   * Send failed deliveries again.
   *
   * Retries the webhook's deliveries since a moment that failed for good or wait for their next attempt. Each is sent at
   * once, and restarts the whole schedule. Tests are left out.
   */
  redrive(request: WebhookDeliveriesRedriveRequest, options?: CallOptions & WithIdempotencyKey): Call<WebhookRedriven> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/redrive", idempotencyKey: true }, request, options);
  }
}

/** Every noun of the API. */
export class Resources {
  /** API keys with scopes, restrictions and end dates. */
  readonly apiKeys: ApiKeys;
  /** Audit log of changes. */
  readonly audit: Audit;
  /** The look of a landing page and its background pictures. */
  readonly appearance: Appearance;
  /** Messages to an audience, behind a safety gate. */
  readonly broadcasts: Broadcasts;
  /** Domains, their provisioning, and copies of drafts between them. */
  readonly domains: Domains;
  /** Buttons for a segment of visitors. */
  readonly buttons: Buttons;
  /** Content of the vault and its sales. */
  readonly content: Content;
  /** Single conversions of fans with their attribution. */
  readonly conversions: Conversions;
  /** The draft of a landing page: differences, preview, publication, versions. */
  readonly drafts: Drafts;
  /** Visits, clicks, subscriptions, revenue and paying fans. */
  readonly statistics: Statistics;
  /** Tracked links of the connected engine, one for each offer and country. */
  readonly funnelLinks: FunnelLinks;
  /** Export and import of an owner's data. */
  readonly transfer: Transfer;
  /** Reusable banners for several landing pages. */
  readonly bannerPresets: BannerPresets;
  /** Health checks of the addresses that pages and links lead to. */
  readonly destinations: Destinations;
  /** The people of the team and their rights. */
  readonly members: Members;
  /** The banner of a landing page. */
  readonly banners: Banners;
  /** Printed codes with a design, and their scans. */
  readonly qrCodes: QrCodes;
  /** Content requests of fans, and the responses. */
  readonly contentRequests: ContentRequests;
  /** Groups of visitors of a landing page, by conditions. */
  readonly segments: Segments;
  /** Dashboard sessions of the calling key. */
  readonly sessions: Sessions;
  /** Server-side conversion pixels of a funnel link. */
  readonly pixels: Pixels;
  /** Events sent to a pixel's platform, and its answers. */
  readonly pixelDeliveries: PixelDeliveries;
  /** Links that split visitors between offers by weight and country. */
  readonly smartLinks: SmartLinks;
  /** Usage and limits of the plan. */
  readonly usage: Usage;
  /** Signed event messages to the owner's servers. */
  readonly webhooks: Webhooks;
  /** Messages sent to a webhook, and its answers. */
  readonly webhookDeliveries: WebhookDeliveries;

  constructor(transport: Transport) {
    this.apiKeys = new ApiKeys(transport);
    this.audit = new Audit(transport);
    this.appearance = new Appearance(transport);
    this.broadcasts = new Broadcasts(transport);
    this.domains = new Domains(transport);
    this.buttons = new Buttons(transport);
    this.content = new Content(transport);
    this.conversions = new Conversions(transport);
    this.drafts = new Drafts(transport);
    this.statistics = new Statistics(transport);
    this.funnelLinks = new FunnelLinks(transport);
    this.transfer = new Transfer(transport);
    this.bannerPresets = new BannerPresets(transport);
    this.destinations = new Destinations(transport);
    this.members = new Members(transport);
    this.banners = new Banners(transport);
    this.qrCodes = new QrCodes(transport);
    this.contentRequests = new ContentRequests(transport);
    this.segments = new Segments(transport);
    this.sessions = new Sessions(transport);
    this.pixels = new Pixels(transport);
    this.pixelDeliveries = new PixelDeliveries(transport);
    this.smartLinks = new SmartLinks(transport);
    this.usage = new Usage(transport);
    this.webhooks = new Webhooks(transport);
    this.webhookDeliveries = new WebhookDeliveries(transport);
  }
}
