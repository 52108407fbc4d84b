// Written by `npm run generate` from docs/openapi.json. Do not edit.

import { type BinaryBody, type Call, type CallOptions, Noun, type WithIdempotencyKey, type WithIfMatch } from "../call.js";
import type { Pages } from "../pages.js";
import type { Transport } from "../transport.js";
import type {
  AuditList,
  BackgroundOut,
  BannerOut,
  BannerUpdate,
  BroadcastAudit,
  BroadcastCreate,
  BroadcastCreated,
  BroadcastDetail,
  BroadcastGate,
  BroadcastList,
  BroadcastOut,
  BroadcastReport,
  BulkCopy,
  BulkCopyOut,
  ButtonCreate,
  ButtonList,
  ButtonOrder,
  ButtonOut,
  ButtonUpdate,
  CanvasColor,
  CanvasColorOut,
  ContentDetail,
  ContentList,
  ConversionList,
  CopyFrom,
  DeliveryList,
  DesignIn,
  DesignOut,
  DestinationCheck,
  DestinationList,
  DestinationOut,
  DestinationSwitch,
  DiffOut,
  DomainList,
  DomainOut,
  DomainRegister,
  DomainSpenders,
  DomainStats,
  DryRunOut,
  EffectiveRights,
  ExperimentList,
  ExportDocument,
  FanExplained,
  ImportOut,
  ImportRequest,
  KeyList,
  KeyMint,
  KeyOut,
  KeyRotate,
  LandingUi,
  LandingUiOut,
  LinkSpenders,
  LinkToggle,
  MemberCreate,
  MemberList,
  MemberOut,
  MemberUpdate,
  MintedKey,
  OverviewOut,
  PixelList,
  PixelOut,
  PixelPut,
  PixelTest,
  PixelTested,
  PolicySimulate,
  PolicySimulation,
  PresetAssignment,
  PresetFromDomain,
  PresetIn,
  PresetList,
  PresetOut,
  PreviewAsk,
  PreviewOut,
  ProvisionLinks,
  ProvisionedOut,
  PublishOut,
  QrCreate,
  QrList,
  QrLogoFile,
  QrOut,
  QrPresetList,
  QrPreview,
  QrUpdate,
  Redriven,
  RequestList,
  RequestRespond,
  RespondedOut,
  Rollback,
  SegmentCreate,
  SegmentList,
  SegmentOut,
  SegmentUpdate,
  SessionCreate,
  SessionList,
  SessionOut,
  SessionShown,
  Simulation,
  SmartLinkCreate,
  SmartLinkList,
  SmartLinkOut,
  SmartLinkUpdate,
  SourceOut,
  ToggledOut,
  TrackedLinkList,
  UsageOut,
  VersionList,
  WebhookCreate,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookList,
  WebhookOut,
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

/** Variables of a path are text in the document. The ids of some answers are numbers, and go into it as they are. */
type Path<T> = { [K in keyof T]: string extends T[K] ? T[K] | number : T[K] };

/** What operations take that take nothing yet. */
export type NoRequest = { readonly [name: string]: never };

/** What "List keys" takes. */
export type ApiKeysListRequest = Flat<NonNullable<operations["api_keys_list"]["parameters"]["query"]>>;

/** What "Create a key" takes. */
export type ApiKeysCreateRequest = Flat<{ body: KeyMint }>;

/** What "Show a key" takes. */
export type ApiKeysShowRequest = Flat<Path<operations["api_keys_show"]["parameters"]["path"]>>;

/** What "Revoke a key" takes. */
export type ApiKeysRevokeRequest = Flat<Path<operations["api_keys_revoke"]["parameters"]["path"]>>;

/** What "Rotate a key" takes. */
export type ApiKeysRotateRequest = Flat<Path<operations["api_keys_rotate"]["parameters"]["path"]> & { body?: KeyRotate }>;

/** What "List who changed what" takes. */
export type AuditListRequest = Flat<NonNullable<operations["audit_list"]["parameters"]["query"]>>;

/** What "Show the look of a draft" takes. */
export type AppearanceShowRequest = Flat<NonNullable<operations["appearance_show"]["parameters"]["query"]>>;

/** What "Set the canvas colour" takes. */
export type AppearanceCanvasColorSetRequest = Flat<NonNullable<operations["appearance_canvas_color_set"]["parameters"]["query"]> & { body: CanvasColor }>;

/** What "Choose what draws the page" takes. */
export type AppearanceDesignSetRequest = Flat<NonNullable<operations["appearance_design_set"]["parameters"]["query"]> & { body: DesignIn }>;

/** What "Show whether a background was uploaded" takes. */
export type AppearanceSourceShowRequest = Flat<NonNullable<operations["appearance_source_show"]["parameters"]["query"]>>;

/** What "Upload a background picture" takes. */
export type AppearanceSourceUploadRequest = Flat<NonNullable<operations["appearance_source_upload"]["parameters"]["query"]> & { body: BinaryBody }>;

/** What "Set the look of the page" takes. */
export type AppearanceUiSetRequest = Flat<NonNullable<operations["appearance_ui_set"]["parameters"]["query"]> & { body?: LandingUi }>;

/** What "List broadcasts" takes. */
export type BroadcastsListRequest = Flat<NonNullable<operations["broadcasts_list"]["parameters"]["query"]>>;

/** What "Create a broadcast" takes. */
export type BroadcastsCreateRequest = Flat<{ body: BroadcastCreate }>;

/** What "Preview an audience" takes. */
export type BroadcastsPreviewRequest = Flat<{ body: PreviewAsk }>;

/** What "Show a broadcast" takes. */
export type BroadcastsShowRequest = Flat<Path<operations["broadcasts_show"]["parameters"]["path"]>>;

/** What "List the audit of a broadcast" takes. */
export type BroadcastsAuditRequest = Flat<Path<operations["broadcasts_audit"]["parameters"]["path"]>>;

/** What "Cancel a broadcast" takes. */
export type BroadcastsCancelRequest = Flat<Path<operations["broadcasts_cancel"]["parameters"]["path"]>>;

/** What "Launch a broadcast" takes. */
export type BroadcastsLaunchRequest = Flat<Path<operations["broadcasts_launch"]["parameters"]["path"]>>;

/** What "Pause a broadcast" takes. */
export type BroadcastsPauseRequest = Flat<Path<operations["broadcasts_pause"]["parameters"]["path"]>>;

/** What "Report on a broadcast" takes. */
export type BroadcastsReportRequest = Flat<Path<operations["broadcasts_report"]["parameters"]["path"]>>;

/** What "Resume a broadcast" takes. */
export type BroadcastsResumeRequest = Flat<Path<operations["broadcasts_resume"]["parameters"]["path"]>>;

/** What "Unschedule a broadcast" takes. */
export type BroadcastsUnscheduleRequest = Flat<Path<operations["broadcasts_unschedule"]["parameters"]["path"]>>;

/** What "Copy parts of a draft to many domains" takes. */
export type DomainsContentCopyRequest = Flat<{ body: BulkCopy }>;

/** What "List buttons" takes. */
export type ButtonsListRequest = Flat<Path<operations["buttons_list"]["parameters"]["path"]>>;

/** What "Create a button" takes. */
export type ButtonsCreateRequest = Flat<Path<operations["buttons_create"]["parameters"]["path"]> & { body: ButtonCreate }>;

/** What "Reorder a segment's buttons" takes. */
export type ButtonsReorderRequest = Flat<Path<operations["buttons_reorder"]["parameters"]["path"]> & { body: ButtonOrder }>;

/** What "Delete a button" takes. */
export type ButtonsDeleteRequest = Flat<Path<operations["buttons_delete"]["parameters"]["path"]>>;

/** What "Change a button" takes. */
export type ButtonsUpdateRequest = Flat<Path<operations["buttons_update"]["parameters"]["path"]> & { body?: ButtonUpdate }>;

/** What "List content" takes. */
export type ContentListRequest = Flat<NonNullable<operations["content_list"]["parameters"]["query"]>>;

/** What "Show an item of content" takes. */
export type ContentShowRequest = Flat<Path<operations["content_show"]["parameters"]["path"]>>;

/** What "List the conversions" takes. */
export type ConversionsListRequest = Flat<NonNullable<operations["conversions_list"]["parameters"]["query"]>>;

/** What "List domains" takes. */
export type DomainsListRequest = Flat<NonNullable<operations["domains_list"]["parameters"]["query"]>>;

/** What "Register a domain" takes. */
export type DomainsCreateRequest = Flat<{ body: DomainRegister }>;

/** What "Show a domain" takes. */
export type DomainsShowRequest = Flat<Path<operations["domains_show"]["parameters"]["path"]>>;

/** What "Delete a domain" takes. */
export type DomainsDeleteRequest = Flat<Path<operations["domains_delete"]["parameters"]["path"]>>;

/** What "Copy a whole draft from another domain" takes. */
export type DomainsDraftCopyRequest = Flat<Path<operations["domains_draft_copy"]["parameters"]["path"]> & { body: CopyFrom }>;

/** What "Show what publishing would change" takes. */
export type DraftsDiffRequest = Flat<Path<operations["drafts_diff"]["parameters"]["path"]>>;

/** What "List the experiments of a live page" takes. */
export type StatisticsExperimentsListRequest = Flat<Path<operations["statistics_experiments_list"]["parameters"]["path"]> & NonNullable<operations["statistics_experiments_list"]["parameters"]["query"]>>;

/** What "Switch a funnel link on or off" takes. */
export type FunnelLinksToggleRequest = Flat<Path<operations["funnel_links_toggle"]["parameters"]["path"]> & { body: LinkToggle }>;

/** What "List the paying fans of a funnel link" takes. */
export type StatisticsLinkSpendersListRequest = Flat<Path<operations["statistics_link_spenders_list"]["parameters"]["path"]> & NonNullable<operations["statistics_link_spenders_list"]["parameters"]["query"]>>;

/** What "Preview the draft" takes. */
export type DraftsPreviewRequest = Flat<Path<operations["drafts_preview"]["parameters"]["path"]> & NonNullable<operations["drafts_preview"]["parameters"]["query"]>>;

/** What "Provision a failed domain again" takes. */
export type DomainsProvisionRequest = Flat<Path<operations["domains_provision"]["parameters"]["path"]>>;

/** What "Provision a domain's funnel links" takes. */
export type FunnelLinksProvisionRequest = Flat<Path<operations["funnel_links_provision"]["parameters"]["path"]> & { body: ProvisionLinks }>;

/** What "Plan a domain's funnel links" takes. */
export type FunnelLinksPlanRequest = Flat<Path<operations["funnel_links_plan"]["parameters"]["path"]> & { body: ProvisionLinks }>;

/** What "Publish the draft" takes. */
export type DraftsPublishRequest = Flat<Path<operations["drafts_publish"]["parameters"]["path"]>>;

/** What "Roll back to a version" takes. */
export type DraftsRollbackRequest = Flat<Path<operations["drafts_rollback"]["parameters"]["path"]> & { body: Rollback }>;

/** What "Show what a visitor would get, and why" takes. */
export type DraftsSimulateRequest = Flat<Path<operations["drafts_simulate"]["parameters"]["path"]> & NonNullable<operations["drafts_simulate"]["parameters"]["query"]>>;

/** What "Show a domain's statistics" takes. */
export type StatisticsShowRequest = Flat<Path<operations["statistics_show"]["parameters"]["path"]> & NonNullable<operations["statistics_show"]["parameters"]["query"]>>;

/** What "List published versions" takes. */
export type DraftsVersionsListRequest = Flat<Path<operations["drafts_versions_list"]["parameters"]["path"]> & NonNullable<operations["drafts_versions_list"]["parameters"]["query"]>>;

/** What "Export what the owner has" takes. */
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
export type BannerPresetsCreateRequest = Flat<{ body?: PresetIn }>;

/** What "Keep a domain's banner as a preset" takes. */
export type BannerPresetsCaptureRequest = Flat<{ body: PresetFromDomain }>;

/** What "Delete a preset" takes. */
export type BannerPresetsDeleteRequest = Flat<Path<operations["banner_presets_delete"]["parameters"]["path"]>>;

/** What "Change a preset" takes. */
export type BannerPresetsUpdateRequest = Flat<Path<operations["banner_presets_update"]["parameters"]["path"]> & { body?: PresetIn }>;

/** What "Upload a preset's picture" takes. */
export type BannerPresetsAvatarUploadRequest = Flat<Path<operations["banner_presets_avatar_upload"]["parameters"]["path"]> & { body: BinaryBody }>;

/** What "Upload a preset's sound" takes. */
export type BannerPresetsSoundUploadRequest = Flat<Path<operations["banner_presets_sound_upload"]["parameters"]["path"]> & { body: BinaryBody }>;

/** What "List destinations and their health" takes. */
export type DestinationsListRequest = Flat<NonNullable<operations["destinations_list"]["parameters"]["query"]>>;

/** What "Switch destination health on or off" takes. */
export type DestinationsSwitchRequest = Flat<{ body: DestinationSwitch }>;

/** What "Look at a destination again now" takes. */
export type DestinationsCheckRequest = Flat<{ body: DestinationCheck }>;

/** What "List members" takes. */
export type MembersListRequest = Flat<NonNullable<operations["members_list"]["parameters"]["query"]>>;

/** What "Add a member" takes. */
export type MembersCreateRequest = Flat<{ body: MemberCreate }>;

/** What "Show a member" takes. */
export type MembersShowRequest = Flat<Path<operations["members_show"]["parameters"]["path"]>>;

/** What "Remove a member" takes. */
export type MembersDeleteRequest = Flat<Path<operations["members_delete"]["parameters"]["path"]>>;

/** What "Change a member" takes. */
export type MembersUpdateRequest = Flat<Path<operations["members_update"]["parameters"]["path"]> & { body?: MemberUpdate }>;

/** What "Show the banner" takes. */
export type BannersShowRequest = Flat<Path<operations["banners_show"]["parameters"]["path"]>>;

/** What "Change the banner" takes. */
export type BannersUpdateRequest = Flat<Path<operations["banners_update"]["parameters"]["path"]> & { body?: BannerUpdate }>;

/** What "Upload the banner's picture" takes. */
export type BannersAvatarUploadRequest = Flat<Path<operations["banners_avatar_upload"]["parameters"]["path"]> & { body: BinaryBody }>;

/** What "Assign a preset" takes. */
export type BannersPresetAssignRequest = Flat<Path<operations["banners_preset_assign"]["parameters"]["path"]> & { body: PresetAssignment }>;

/** What "Upload the banner's sound" takes. */
export type BannersSoundUploadRequest = Flat<Path<operations["banners_sound_upload"]["parameters"]["path"]> & { body: BinaryBody }>;

/** What "Upload a picture for QR codes" takes. */
export type QrCodesLogoUploadRequest = Flat<{ body: BinaryBody }>;

/** What "Preview a QR code" takes. */
export type QrCodesPreviewRequest = Flat<{ body?: QrPreview }>;

/** What "List a domain's QR codes" takes. */
export type QrCodesListRequest = Flat<Path<operations["qr_codes_list"]["parameters"]["path"]> & NonNullable<operations["qr_codes_list"]["parameters"]["query"]>>;

/** What "Create a QR code" takes. */
export type QrCodesCreateRequest = Flat<Path<operations["qr_codes_create"]["parameters"]["path"]> & { body: QrCreate }>;

/** What "Download a sheet of QR codes" takes. */
export type QrCodesSheetDownloadRequest = Flat<Path<operations["qr_codes_sheet_download"]["parameters"]["path"]> & NonNullable<operations["qr_codes_sheet_download"]["parameters"]["query"]>>;

/** What "Show a QR code" takes. */
export type QrCodesShowRequest = Flat<Path<operations["qr_codes_show"]["parameters"]["path"]>>;

/** What "Change a QR code" takes. */
export type QrCodesUpdateRequest = Flat<Path<operations["qr_codes_update"]["parameters"]["path"]> & { body?: QrUpdate }>;

/** What "Download a QR code as EPS" takes. */
export type QrCodesEpsDownloadRequest = Flat<Path<operations["qr_codes_eps_download"]["parameters"]["path"]> & NonNullable<operations["qr_codes_eps_download"]["parameters"]["query"]>>;

/** What "Download a QR code as PDF" takes. */
export type QrCodesPdfDownloadRequest = Flat<Path<operations["qr_codes_pdf_download"]["parameters"]["path"]> & NonNullable<operations["qr_codes_pdf_download"]["parameters"]["query"]>>;

/** What "Download a QR code as PNG" takes. */
export type QrCodesPngDownloadRequest = Flat<Path<operations["qr_codes_png_download"]["parameters"]["path"]> & NonNullable<operations["qr_codes_png_download"]["parameters"]["query"]>>;

/** What "Download a QR code as SVG" takes. */
export type QrCodesSvgDownloadRequest = Flat<Path<operations["qr_codes_svg_download"]["parameters"]["path"]>>;

/** What "List content requests" takes. */
export type ContentRequestsListRequest = Flat<NonNullable<operations["content_requests_list"]["parameters"]["query"]>>;

/** What "Respond to a content request" takes. */
export type ContentRequestsRespondRequest = Flat<Path<operations["content_requests_respond"]["parameters"]["path"]> & { body: RequestRespond }>;

/** What "List segments" takes. */
export type SegmentsListRequest = Flat<Path<operations["segments_list"]["parameters"]["path"]>>;

/** What "Create a segment" takes. */
export type SegmentsCreateRequest = Flat<Path<operations["segments_create"]["parameters"]["path"]> & { body: SegmentCreate }>;

/** What "Delete a segment" takes. */
export type SegmentsDeleteRequest = Flat<Path<operations["segments_delete"]["parameters"]["path"]> & NonNullable<operations["segments_delete"]["parameters"]["query"]>>;

/** What "Change a segment" takes. */
export type SegmentsUpdateRequest = Flat<Path<operations["segments_update"]["parameters"]["path"]> & { body?: SegmentUpdate }>;

/** What "Begin a session" takes. */
export type SessionsCreateRequest = Flat<{ body?: SessionCreate }>;

/** What "End all sessions" takes. */
export type SessionsEndAllRequest = Flat<NonNullable<operations["sessions_end_all"]["parameters"]["query"]>>;

/** What "Show a session" takes. */
export type SessionsShowRequest = Flat<Path<operations["sessions_show"]["parameters"]["path"]>>;

/** What "End a session" takes. */
export type SessionsEndRequest = Flat<Path<operations["sessions_end"]["parameters"]["path"]>>;

/** What "List tracked funnel links" takes. */
export type FunnelLinksListRequest = Flat<NonNullable<operations["funnel_links_list"]["parameters"]["query"]>>;

/** What "List a link's pixels" takes. */
export type PixelsListRequest = Flat<Path<operations["pixels_list"]["parameters"]["path"]>>;

/** What "Make or change a pixel" takes. */
export type PixelsSetRequest = Flat<Path<operations["pixels_set"]["parameters"]["path"]> & { body: PixelPut }>;

/** What "Delete a pixel" takes. */
export type PixelsDeleteRequest = Flat<Path<operations["pixels_delete"]["parameters"]["path"]>>;

/** What "List a pixel's deliveries" takes. */
export type PixelDeliveriesListRequest = Flat<Path<operations["pixel_deliveries_list"]["parameters"]["path"]> & NonNullable<operations["pixel_deliveries_list"]["parameters"]["query"]>>;

/** What "Send parked deliveries again" takes. */
export type PixelDeliveriesRedriveRequest = Flat<Path<operations["pixel_deliveries_redrive"]["parameters"]["path"]>>;

/** What "Test a pixel" takes. */
export type PixelsTestRequest = Flat<Path<operations["pixels_test"]["parameters"]["path"]> & { body?: PixelTest }>;

/** What "List a domain's smart links" takes. */
export type SmartLinksListRequest = Flat<NonNullable<operations["smart_links_list"]["parameters"]["query"]>>;

/** What "Create a smart link" takes. */
export type SmartLinksCreateRequest = Flat<{ body: SmartLinkCreate }>;

/** What "Show a smart link" takes. */
export type SmartLinksShowRequest = Flat<Path<operations["smart_links_show"]["parameters"]["path"]>>;

/** What "Delete a smart link" takes. */
export type SmartLinksDeleteRequest = Flat<Path<operations["smart_links_delete"]["parameters"]["path"]>>;

/** What "Change a smart link" takes. */
export type SmartLinksUpdateRequest = Flat<Path<operations["smart_links_update"]["parameters"]["path"]> & { body?: SmartLinkUpdate }>;

/** What "Simulate a smart link" takes. */
export type SmartLinksSimulateRequest = Flat<Path<operations["smart_links_simulate"]["parameters"]["path"]> & { body?: PolicySimulate }>;

/** What "List the paying fans of a domain" takes. */
export type StatisticsSpendersListRequest = Flat<Path<operations["statistics_spenders_list"]["parameters"]["path"]> & NonNullable<operations["statistics_spenders_list"]["parameters"]["query"]>>;

/** What "Explain a fan's statistics" takes. */
export type StatisticsSpenderExplainRequest = Flat<Path<operations["statistics_spender_explain"]["parameters"]["path"]> & NonNullable<operations["statistics_spender_explain"]["parameters"]["query"]>>;

/** What "Show the statistics of all domains" takes. */
export type StatisticsOverviewShowRequest = Flat<NonNullable<operations["statistics_overview_show"]["parameters"]["query"]>>;

/** What "Create a webhook" takes. */
export type WebhooksCreateRequest = Flat<{ body: WebhookCreate }>;

/** What "Show a webhook" takes. */
export type WebhooksShowRequest = Flat<Path<operations["webhooks_show"]["parameters"]["path"]>>;

/** What "Delete a webhook" takes. */
export type WebhooksDeleteRequest = Flat<Path<operations["webhooks_delete"]["parameters"]["path"]>>;

/** What "Change a webhook" takes. */
export type WebhooksUpdateRequest = Flat<Path<operations["webhooks_update"]["parameters"]["path"]> & { body?: WebhookUpdate }>;

/** What "List a webhook's deliveries" takes. */
export type WebhookDeliveriesListRequest = Flat<Path<operations["webhook_deliveries_list"]["parameters"]["path"]> & NonNullable<operations["webhook_deliveries_list"]["parameters"]["query"]>>;

/** What "Send a delivery again" takes. */
export type WebhookDeliveriesRedeliverRequest = Flat<Path<operations["webhook_deliveries_redeliver"]["parameters"]["path"]>>;

/** What "Send failed deliveries again" takes. */
export type WebhookDeliveriesRedriveRequest = Flat<Path<operations["webhook_deliveries_redrive"]["parameters"]["path"]> & { body: WebhookRedrive }>;

/** What "Rotate a webhook's secret" takes. */
export type WebhooksRotateRequest = Flat<Path<operations["webhooks_rotate"]["parameters"]["path"]> & { body?: WebhookRotate }>;

/** What "Test a webhook" takes. */
export type WebhooksTestRequest = Flat<Path<operations["webhooks_test"]["parameters"]["path"]>>;

/** Keys of the API: their scopes, restrictions and ends of life. */
export class ApiKeys extends Noun {
  /**
   * List keys.
   *
   * Revoked and expired keys are not listed; no answer ever shows a secret again.
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
   * The answer holds the whole token, this once. A key can't hand out more than it holds itself.
   */
  create(request: ApiKeysCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<MintedKey> {
    return this.call({ method: "POST", path: "/api/admin/api-keys", idempotencyKey: true }, request, options);
  }

  /**
   * Show what the calling key may do.
   *
   * Its scopes, its restriction and the rights that result. Every valid key may read them, so an integrator sees why another
   * operation refuses it.
   */
  selfShow(request?: NoRequest, options?: CallOptions): Call<EffectiveRights> {
    return this.call({ method: "GET", path: "/api/admin/api-keys/self" }, request, options);
  }

  /**
   * Show a key.
   *
   * By its number or its prefix, with its restriction and its end. A key that has ended by itself is shown too; a revoked one is not.
   */
  show(request: ApiKeysShowRequest, options?: CallOptions): Call<KeyOut> {
    return this.call({ method: "GET", path: "/api/admin/api-keys/{id}" }, request, options);
  }

  /**
   * Revoke a key.
   *
   * By its number or its prefix. At once and for good: every request that comes after this answer is refused. Webhooks that the key made
   * are sent nothing more. A key that may do more than the calling one is left alone, and so is the owner's first key; each key may revoke itself.
   */
  revoke(request: ApiKeysRevokeRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/api-keys/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Rotate a key.
   *
   * Makes a new token with the same rights and end of life; the old one lives on for the overlap. Webhooks that the old key made are the
   * new one's. The owner's first key is rotated by itself alone.
   */
  rotate(request: ApiKeysRotateRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<MintedKey> {
    return this.call({ method: "POST", path: "/api/admin/api-keys/{id}/rotate", idempotencyKey: true }, request, options);
  }
}

/** Who changed what. */
export class Audit extends Noun {
  /**
   * List who changed what.
   *
   * Changes of the last 400 days, newest first, by key, member, action and subject. With `Accept: text/csv` the answer is a table in
   * CSV (RFC 4180): the whole log, or with `limit` a part of it, and the header `Next-Cursor` holds the cursor of the next. Entries are
   * written with the change itself and can't be changed or deleted.
   */
  list(request?: AuditListRequest, options?: CallOptions): Call<AuditList> {
    return this.call({ method: "GET", path: "/api/admin/audit" }, request, options);
  }

  /**
   * List who changed what: all of them.
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
   * The look of the draft: theme, canvas, background pictures, and the design that draws the page.
   */
  show(request: AppearanceShowRequest, options?: CallOptions): Call<BackgroundOut> {
    return this.call({ method: "GET", path: "/api/admin/bg" }, request, options);
  }

  /**
   * Set the canvas colour.
   *
   * The solid backdrop behind the phone card on desktop.
   */
  canvasColorSet(request: AppearanceCanvasColorSetRequest, options?: CallOptions & WithIfMatch): Call<CanvasColorOut> {
    return this.call({ method: "POST", path: "/api/admin/bg/canvas-color" }, request, options);
  }

  /**
   * Choose what draws the page.
   *
   * `builtin` draws the page from segments and buttons; `html` serves the HTML of the body in its place.
   */
  designSet(request: AppearanceDesignSetRequest, options?: CallOptions & WithIfMatch): Call<DesignOut> {
    return this.call({ method: "PUT", path: "/api/admin/bg/design" }, request, options);
  }

  /**
   * Show whether a background was uploaded.
   *
   * One variant at a time: `mobile`, `desktop`, or `share` for the picture of the preview.
   */
  sourceShow(request: AppearanceSourceShowRequest, options?: CallOptions): Call<SourceOut> {
    return this.call({ method: "GET", path: "/api/admin/bg/source" }, request, options);
  }

  /**
   * Upload a background picture.
   *
   * The raw bytes of a png, jpeg or webp of at most 10 MiB; the type is decided by the content. As `share` it is the picture of
   * the preview, which section `share` of the look chooses.
   */
  sourceUpload(request: AppearanceSourceUploadRequest, options?: CallOptions & WithIfMatch): Call<SourceOut> {
    return this.call({ method: "PUT", path: "/api/admin/bg/source", sends: "application/octet-stream" }, request, options);
  }

  /**
   * Set the look of the page.
   *
   * Each section replaces the stored one as a whole; null resets it; sections that are left out stay. `share`, `in_app` and `utm`
   * say how the page reaches people.
   */
  uiSet(request: AppearanceUiSetRequest, options?: CallOptions & WithIfMatch): Call<LandingUiOut> {
    return this.call({ method: "POST", path: "/api/admin/bg/ui" }, request, options);
  }
}

/** Messages to an audience, behind a safety gate. */
export class Broadcasts extends Noun {
  /**
   * List broadcasts.
   *
   * The campaigns of the owner, a page at a time, newest first.
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
   * It becomes a draft. Nothing is delivered.
   */
  create(request: BroadcastsCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<BroadcastCreated> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts", idempotencyKey: true }, request, options);
  }

  /**
   * Show the gate.
   *
   * Whether launches and deliveries may happen now, and what keeps them from it. An operator of the service opens both halves.
   */
  gateShow(request?: NoRequest, options?: CallOptions): Call<BroadcastGate> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/gate" }, request, options);
  }

  /**
   * Preview an audience.
   *
   * Creates and sends nothing. All fans of the account may be read for it, so it takes as long as the engine does.
   */
  preview(request: BroadcastsPreviewRequest, options?: CallOptions): Call<PreviewOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/preview" }, request, options);
  }

  /**
   * Show a broadcast.
   *
   * The campaign with its audience, message and pace, and how many messages are sent, waiting and withheld.
   */
  show(request: BroadcastsShowRequest, options?: CallOptions): Call<BroadcastDetail> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/{id}" }, request, options);
  }

  /**
   * List the audit of a broadcast.
   *
   * Each change of its state: what changed, when, and with which key.
   */
  audit(request: BroadcastsAuditRequest, options?: CallOptions): Call<BroadcastAudit> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/{id}/audit" }, request, options);
  }

  /**
   * Cancel a broadcast.
   *
   * It ends for good, whatever it was doing.
   */
  cancel(request: BroadcastsCancelRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/cancel", idempotencyKey: true }, request, options);
  }

  /**
   * Launch a broadcast.
   *
   * A draft starts, or is scheduled if its start is still to come. The gate must be open and the account connected.
   */
  launch(request: BroadcastsLaunchRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/launch", idempotencyKey: true }, request, options);
  }

  /**
   * Pause a broadcast.
   *
   * It stops until it is resumed. A message that is being submitted at the moment may still go out.
   */
  pause(request: BroadcastsPauseRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/pause", idempotencyKey: true }, request, options);
  }

  /**
   * Report on a broadcast.
   *
   * What the campaign has come to: messages by outcome, replies, and what was earned from those who received it.
   */
  report(request: BroadcastsReportRequest, options?: CallOptions): Call<BroadcastReport> {
    return this.call({ method: "GET", path: "/api/admin/broadcasts/{id}/report" }, request, options);
  }

  /**
   * Resume a broadcast.
   *
   * A paused campaign goes on where it was. The gate must be open and its account connected.
   */
  resume(request: BroadcastsResumeRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/resume", idempotencyKey: true }, request, options);
  }

  /**
   * Unschedule a broadcast.
   *
   * A scheduled campaign becomes a draft again.
   */
  unschedule(request: BroadcastsUnscheduleRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<BroadcastOut> {
    return this.call({ method: "POST", path: "/api/admin/broadcasts/{id}/unschedule", idempotencyKey: true }, request, options);
  }
}

/** Domains, their provisioning, and copies of drafts between them. */
export class Domains extends Noun {
  /**
   * Copy parts of a draft to many domains.
   *
   * Each target by itself: one that fails leaves the others alone. Drafts only. An answer that takes longer than a second is sent
   * bit by bit, each outcome when it is there. The work goes on when the caller leaves, if there is an `Idempotency-Key`.
   */
  contentCopy(request: DomainsContentCopyRequest, options?: CallOptions & WithIdempotencyKey): Call<BulkCopyOut> {
    return this.call({ method: "POST", path: "/api/admin/bulk/copy-content", idempotencyKey: true }, request, options);
  }

  /**
   * List domains.
   *
   * Every domain of the owner with its state of provisioning, or those that match `search` and `state`. With `limit` or `cursor` the
   * list comes in parts.
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
   * The row is there at once, `pending`; a worker provisions the domain and makes it `active`. A hostname that another account gave up
   * can't be registered for 7 days, and until 90 days have passed it needs a DNS record, which the error names.
   */
  create(request: DomainsCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<DomainOut> {
    return this.call({ method: "POST", path: "/api/admin/domains", idempotencyKey: true }, request, options);
  }

  /**
   * Show a domain.
   *
   * The domain with its state of provisioning, and the reason where provisioning failed. `ETag` is the revision of its draft.
   */
  show(request: DomainsShowRequest, options?: CallOptions): Call<DomainOut> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}" }, request, options);
  }

  /**
   * Delete a domain.
   *
   * Its draft and versions go with it, its pages stop, and the name is free.
   */
  delete(request: DomainsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/domains/{domain}", answers: "nothing" }, request, options);
  }

  /**
   * Copy a whole draft from another domain.
   *
   * Replaces the draft of the path's domain by a copy of the source's, under new ids. Stamped addresses are not copied.
   */
  draftCopy(request: DomainsDraftCopyRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<DomainOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/copy-from", idempotencyKey: true }, request, options);
  }

  /**
   * Provision a failed domain again.
   *
   * Starts provisioning again after its cause was mended, such as a DNS record.
   */
  provision(request: DomainsProvisionRequest, options?: CallOptions & WithIdempotencyKey): Call<DomainOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/provision", idempotencyKey: true }, request, options);
  }
}

/** The buttons that a segment of visitors sees. */
export class Buttons extends Noun {
  /**
   * List buttons.
   *
   * The buttons of one segment of the draft, in the order in which they are shown.
   */
  list(request: ButtonsListRequest, options?: CallOptions): Call<ButtonList> {
    return this.call({ method: "GET", path: "/api/admin/buttons/{domain}/{tier}" }, request, options);
  }

  /**
   * Create a button.
   *
   * Adds a button to a segment of the draft, at the end unless `position` says otherwise. Visitors see it once the draft is
   * published.
   */
  create(request: ButtonsCreateRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<ButtonOut> {
    return this.call({ method: "POST", path: "/api/admin/buttons/{domain}/{tier}", idempotencyKey: true }, request, options);
  }

  /**
   * Reorder a segment's buttons.
   *
   * Takes the ids of all buttons of the segment in their new order; a list that lacks one or names another is refused.
   */
  reorder(request: ButtonsReorderRequest, options?: CallOptions & WithIfMatch): Call<ButtonList> {
    return this.call({ method: "PUT", path: "/api/admin/buttons/{domain}/{tier}/order" }, request, options);
  }

  /**
   * Delete a button.
   *
   * Takes the button out of the draft. Visitors see it until the draft is published.
   */
  delete(request: ButtonsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/buttons/{domain}/{tier}/{button_id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a button.
   *
   * Changes the fields that the body names. Visitors see the change once the draft is published.
   */
  update(request: ButtonsUpdateRequest, options?: CallOptions & WithIfMatch): Call<ButtonOut> {
    return this.call({ method: "PATCH", path: "/api/admin/buttons/{domain}/{tier}/{button_id}" }, request, options);
  }
}

/** What sells of the vault. */
export class Content extends Noun {
  /**
   * List content.
   *
   * The order by sales looks at what was captured in the window; the others at the engine's counters of all time.
   */
  list(request?: ContentListRequest, options?: CallOptions): Call<ContentList> {
    return this.call({ method: "GET", path: "/api/admin/content" }, request, options);
  }

  /**
   * Show an item of content.
   *
   * One item of the vault with its captured sales and the bundles that contain it.
   */
  show(request: ContentShowRequest, options?: CallOptions): Call<ContentDetail> {
    return this.call({ method: "GET", path: "/api/admin/content/{content_id}" }, request, options);
  }
}

/** What fans did, one by one, and where it belongs. */
export class Conversions extends Noun {
  /**
   * List the conversions.
   *
   * Subscriptions, payments, refunds and messages of all domains or of one, attributed or not, also those of domains that were deleted. With
   * `Accept: text/csv` the answer is a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor`
   * holds the cursor of the next.
   */
  list(request?: ConversionsListRequest, options?: CallOptions): Call<ConversionList> {
    return this.call({ method: "GET", path: "/api/admin/conversions" }, request, options);
  }

  /**
   * List the conversions: all of them.
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
  diff(request: DraftsDiffRequest, options?: CallOptions): Call<DiffOut> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/diff" }, request, options);
  }

  /**
   * Preview the draft.
   *
   * The page as it would go live for the visitor that the query imagines. Never stored, and counted nowhere.
   */
  preview(request: DraftsPreviewRequest, options?: CallOptions): Call<string> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/preview", answers: "text" }, request, options);
  }

  /**
   * Publish the draft.
   *
   * The live page changes at once and as a whole. An unchanged draft keeps its version.
   */
  publish(request: DraftsPublishRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<PublishOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/publish", idempotencyKey: true }, request, options);
  }

  /**
   * Roll back to a version.
   *
   * The old content becomes the draft and live, as a new version.
   */
  rollback(request: DraftsRollbackRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<PublishOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/rollback", idempotencyKey: true }, request, options);
  }

  /**
   * Show what a visitor would get, and why.
   *
   * Reads the live version, or with `draft=true` the draft. Nothing is sent or counted.
   */
  simulate(request: DraftsSimulateRequest, options?: CallOptions): Call<Simulation> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/simulate" }, request, options);
  }

  /**
   * List published versions.
   *
   * Each publication with its time and key, a page at a time.
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

/** Visits, clicks, subscriptions and revenue, and who paid. */
export class Statistics extends Noun {
  /**
   * List the experiments of a live page.
   *
   * Each arm with its visitors and what came of them, how sure its rate is, and how likely it is the best one.
   */
  experimentsList(request: StatisticsExperimentsListRequest, options?: CallOptions): Call<ExperimentList> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/experiments" }, request, options);
  }

  /**
   * List the paying fans of a funnel link.
   *
   * Those of all time. The platform's own counters are shown beside ours, as they were last pulled; no engine is called. With
   * `Accept: text/csv` the answer is a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor`
   * holds the cursor of the next.
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
   * By day and by source, and with `by` split once more. A range ends now, so that its first day is a part of one. With
   * `Accept: text/csv` the answer is the table of days, or with `by` that of the keys, in CSV (RFC 4180).
   */
  show(request: StatisticsShowRequest, options?: CallOptions): Call<DomainStats> {
    return this.call({ method: "GET", path: "/api/admin/domains/{domain}/stats" }, request, options);
  }

  /**
   * List the paying fans of a domain.
   *
   * Those who bought in the range, with what they spent after they were first seen on the domain. With `Accept: text/csv` the answer is
   * a table in CSV (RFC 4180): the whole list, or with `limit` a part of it, and the header `Next-Cursor` holds the cursor of the next.
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
   * All their events in order, the effect of each on their statistics on the domain, and what made them a fan of it.
   */
  spenderExplain(request: StatisticsSpenderExplainRequest, options?: CallOptions): Call<FanExplained> {
    return this.call({ method: "GET", path: "/api/admin/sources/{domain}/spenders/{fan_id}/explain" }, request, options);
  }

  /**
   * Show the statistics of all domains.
   *
   * Of whole days in UTC, by day or by domain, with the totals of as many days just before. Programs are not counted.
   */
  overviewShow(request?: StatisticsOverviewShowRequest, options?: CallOptions): Call<OverviewOut> {
    return this.call({ method: "GET", path: "/api/admin/stats/overview" }, request, options);
  }
}

/** Tracked links of the connected engine, one for each offer and country. */
export class FunnelLinks extends Noun {
  /**
   * Switch a funnel link on or off.
   *
   * Upstream first, then here; then the draft's buttons are stamped again. A link of an account that was connected before is
   * never switched.
   */
  toggle(request: FunnelLinksToggleRequest, options?: CallOptions): Call<ToggledOut> {
    return this.call({ method: "PATCH", path: "/api/admin/domains/{domain}/links/{link_id}" }, request, options);
  }

  /**
   * Provision a domain's funnel links.
   *
   * Makes the upstream links that the domain's slots lack, and puts their addresses on the draft's buttons. Calling it again
   * makes nothing twice; a slot that failed is tried again by the next call.
   */
  provision(request: FunnelLinksProvisionRequest, options?: CallOptions & WithIdempotencyKey): Call<ProvisionedOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/provision-links", idempotencyKey: true }, request, options);
  }

  /**
   * Plan a domain's funnel links.
   *
   * Shows for each slot whether its link is recorded, would be taken over or would be made. Nothing is written anywhere.
   */
  plan(request: FunnelLinksPlanRequest, options?: CallOptions): Call<DryRunOut> {
    return this.call({ method: "POST", path: "/api/admin/domains/{domain}/provision-links/dry-run" }, request, options);
  }

  /**
   * List tracked funnel links.
   *
   * The recorded links with the engine's statistics, by offer and then by time of creation.
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

/** What an owner has, given out as one document and taken in again. */
export class Transfer extends Noun {
  /**
   * Export what the owner has.
   *
   * One document, sent bit by bit: domains with their drafts, smart links, printed codes, the library and the team. No secret is in it,
   * and nothing that follows from the rest. With `Accept: application/zip` the answer is an archive of the document (`export.json`) and of
   * the uploaded files that it names (`files/`). Members need the right `team.view` too.
   */
  export(request?: TransferExportRequest, options?: CallOptions): Call<ExportDocument> {
    return this.call({ method: "GET", path: "/api/admin/export" }, request, options);
  }

  /**
   * Export links as a table.
   *
   * The buttons of all domains, or of one, in CSV (RFC 4180, UTF-8): `domain,label,url,segment,position`. Cells that a spreadsheet would
   * take for formulas have an apostrophe before them.
   */
  linksExport(request?: TransferLinksExportRequest, options?: CallOptions): Call<string> {
    return this.call({ method: "GET", path: "/api/admin/export/links", answers: "text" }, request, options);
  }

  /**
   * Import a document.
   *
   * Takes in the document of an export, of at most 10 MiB, and reports what became of each row. Each domain is taken in whole or not at
   * all, with its links and codes; the others go on. Presets and members are taken in one by one; members need the right `team.edit` too,
   * and get no more rights than the caller has. Pages change with the next publication, links and codes at once. The same document a second
   * time changes nothing. Ids of segments and buttons are kept where no other domain has them.
   */
  import(request: TransferImportRequest, options?: CallOptions & WithIdempotencyKey): Call<ImportOut> {
    return this.call({ method: "POST", path: "/api/admin/import", idempotencyKey: true }, request, options);
  }

  /**
   * Import an archive.
   *
   * Takes in what an export answered with `Accept: application/zip`, of at most 256 MiB: the document `export.json` as the import of a document
   * does, and from `files/` those that its rows name and that are not here yet, which count as uploads. Other entries, and entries that are
   * encrypted, links, or much longer than they are packed, are refused by their names (`invalid_file`).
   */
  archiveImport(request: TransferArchiveImportRequest, options?: CallOptions & WithIdempotencyKey): Call<ImportOut> {
    return this.call({ method: "POST", path: "/api/admin/import/archive", idempotencyKey: true, sends: "application/zip" }, request, options);
  }

  /**
   * Import links from a table or bookmarks.
   *
   * A table as the export gives it (`text/csv`), a plain list of addresses (`text/plain`), or the bookmarks of a browser (`text/html`),
   * of at most 10 MiB and 100,000 rows, in UTF-8. Each domain is taken in whole or not at all. A row of a table is the button of its
   * segment with the same label, whose address changes; an address of a list or of bookmarks that is there already is skipped. Nothing is
   * fetched from the addresses, and nothing is deleted.
   */
  linksImport(request: TransferLinksImportRequest, options?: CallOptions & WithIdempotencyKey): Call<ImportOut> {
    return this.call({ method: "POST", path: "/api/admin/import/links", idempotencyKey: true, sends: "text/csv" }, request, options);
  }
}

/** Banners that are kept for several landing pages. */
export class BannerPresets extends Noun {
  /**
   * List banner presets.
   *
   * The banners that are kept in the library, a page at a time.
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
   * Texts and files may be filled in later.
   */
  create(request?: BannerPresetsCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<PresetOut> {
    return this.call({ method: "POST", path: "/api/admin/library/notifications", idempotencyKey: true }, request, options);
  }

  /**
   * Keep a domain's banner as a preset.
   *
   * The new preset is assigned to the domain.
   */
  capture(request: BannerPresetsCaptureRequest, options?: CallOptions & WithIdempotencyKey): Call<PresetOut> {
    return this.call({ method: "POST", path: "/api/admin/library/notifications/from-domain", idempotencyKey: true }, request, options);
  }

  /**
   * Delete a preset.
   *
   * The domains that it is assigned to keep its texts, and their banners go off.
   */
  delete(request: BannerPresetsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/library/notifications/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a preset.
   *
   * Every domain that it is assigned to changes with it, in the same step; going live still needs a publish.
   */
  update(request: BannerPresetsUpdateRequest, options?: CallOptions & WithIfMatch): Call<PresetOut> {
    return this.call({ method: "PATCH", path: "/api/admin/library/notifications/{id}" }, request, options);
  }

  /**
   * Upload a preset's picture.
   *
   * The raw bytes of a PNG, JPEG or WebP picture of at most 10 MiB; the type is decided by the content.
   */
  avatarUpload(request: BannerPresetsAvatarUploadRequest, options?: CallOptions & WithIfMatch): Call<PresetOut> {
    return this.call({ method: "PUT", path: "/api/admin/library/notifications/{id}/avatar", sends: "application/octet-stream" }, request, options);
  }

  /**
   * Upload a preset's sound.
   *
   * The raw bytes of an MP3, Ogg or WAV file; the type is decided by the content.
   */
  soundUpload(request: BannerPresetsSoundUploadRequest, options?: CallOptions & WithIfMatch): Call<PresetOut> {
    return this.call({ method: "PUT", path: "/api/admin/library/notifications/{id}/sound", sends: "application/octet-stream" }, request, options);
  }
}

/** Whether the addresses that pages and links lead to still work. */
export class Destinations extends Noun {
  /**
   * List destinations and their health.
   *
   * The `http` and `https` addresses that buttons, in drafts and on live pages, and the ends of smart links lead to. Each is looked at
   * once a day, while the owner has opted in. It is `broken` after two looks in a row that failed, at least an hour apart: an answer of 400
   * or above, but for 401, 403, 405 and 429, or none. One look that succeeds mends it.
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
   * Switch destination health on or off.
   *
   * Off by default. Once it is on, destinations are gathered within seconds and anew every hour. Switched off, nothing is looked at
   * any more, and what is known of destinations is deleted.
   */
  switch(request: DestinationsSwitchRequest, options?: CallOptions): Call<DestinationSwitch> {
    return this.call({ method: "PUT", path: "/api/admin/links/health" }, request, options);
  }

  /**
   * Look at a destination again now.
   *
   * It counts like any other look, and the next one comes a day later. A host gets at most one request a second, so the answer may take
   * half a minute.
   */
  check(request: DestinationsCheckRequest, options?: CallOptions & WithIdempotencyKey): Call<DestinationOut> {
    return this.call({ method: "POST", path: "/api/admin/links/health/check", idempotencyKey: true }, request, options);
  }
}

/** The people of the team and their rights. */
export class Members extends Noun {
  /**
   * List members.
   *
   * The people of the team with their rights, a page at a time.
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
   * A member has a name, an address of mail and rights; keys are created for a member or for the owner.
   */
  create(request: MembersCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<MemberOut> {
    return this.call({ method: "POST", path: "/api/admin/members", idempotencyKey: true }, request, options);
  }

  /**
   * Show a member.
   *
   * The member with their rights.
   */
  show(request: MembersShowRequest, options?: CallOptions): Call<MemberOut> {
    return this.call({ method: "GET", path: "/api/admin/members/{id}" }, request, options);
  }

  /**
   * Remove a member.
   *
   * Their keys are refused from the next request on. A member who may do more than the calling key is left alone.
   */
  delete(request: MembersDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/members/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a member.
   *
   * Their keys have the new rights from the next request on. A member who may do more than the calling key is left alone.
   */
  update(request: MembersUpdateRequest, options?: CallOptions & WithIfMatch): Call<MemberOut> {
    return this.call({ method: "PATCH", path: "/api/admin/members/{id}" }, request, options);
  }
}

/** The banner of a landing page. */
export class Banners extends Noun {
  /**
   * Show the banner.
   *
   * The banner of the domain's draft, with the preset that it follows.
   */
  show(request: BannersShowRequest, options?: CallOptions): Call<BannerOut> {
    return this.call({ method: "GET", path: "/api/admin/notification/{domain}" }, request, options);
  }

  /**
   * Change the banner.
   *
   * Only the fields that are there change. A `style` replaces the stored one as a whole; `{}` clears it, null keeps it.
   */
  update(request: BannersUpdateRequest, options?: CallOptions & WithIfMatch): Call<BannerOut> {
    return this.call({ method: "PATCH", path: "/api/admin/notification/{domain}" }, request, options);
  }

  /**
   * Upload the banner's picture.
   *
   * The raw bytes of a png, jpeg or webp of at most 10 MiB.
   */
  avatarUpload(request: BannersAvatarUploadRequest, options?: CallOptions & WithIfMatch): Call<BannerOut> {
    return this.call({ method: "PUT", path: "/api/admin/notification/{domain}/avatar", sends: "application/octet-stream" }, request, options);
  }

  /**
   * Assign a preset.
   *
   * The banner takes over the preset's content, and follows it from now on. Only a complete preset can be enabled.
   */
  presetAssign(request: BannersPresetAssignRequest, options?: CallOptions & WithIfMatch): Call<BannerOut> {
    return this.call({ method: "PUT", path: "/api/admin/notification/{domain}/preset" }, request, options);
  }

  /**
   * Upload the banner's sound.
   *
   * The raw bytes of an mp3, ogg or wav of at most 2 MiB.
   */
  soundUpload(request: BannersSoundUploadRequest, options?: CallOptions & WithIfMatch): Call<BannerOut> {
    return this.call({ method: "PUT", path: "/api/admin/notification/{domain}/sound", sends: "application/octet-stream" }, request, options);
  }
}

/** Printed codes with a design, and their scans. */
export class QrCodes extends Noun {
  /**
   * Upload a picture for QR codes.
   *
   * The raw bytes of a png, jpeg or webp of at most 10 MiB. A design names the file that is answered as its `logo.file`.
   */
  logoUpload(request: QrCodesLogoUploadRequest, options?: CallOptions): Call<QrLogoFile> {
    return this.call({ method: "PUT", path: "/api/admin/qr/logo", sends: "application/octet-stream" }, request, options);
  }

  /**
   * List the catalog of designs.
   *
   * 100 ready designs in twelve families, each with its colours and module shapes.
   */
  presetsList(request?: NoRequest, options?: CallOptions): Call<QrPresetList> {
    return this.call({ method: "GET", path: "/api/admin/qr/presets" }, request, options);
  }

  /**
   * Preview a QR code.
   *
   * Draws a code that is not stored.
   */
  preview(request?: QrCodesPreviewRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "POST", path: "/api/admin/qr/preview", answers: "file" }, request, options);
  }

  /**
   * List a domain's QR codes.
   *
   * The codes of the domain with their scans, a page at a time. With `Accept: text/csv` the answer is a table in CSV (RFC 4180): the
   * whole list, or with `limit` a page of it, and the header `Next-Cursor` holds the cursor of the next.
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
   * It is active at once.
   */
  create(request: QrCodesCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<QrOut> {
    return this.call({ method: "POST", path: "/api/admin/qr/{domain}", idempotencyKey: true }, request, options);
  }

  /**
   * Download a sheet of QR codes.
   *
   * Several codes of a domain on pages of A4 or letter as a PDF, each with its bleed and cutting marks.
   */
  sheetDownload(request: QrCodesSheetDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/sheet.pdf", answers: "file" }, request, options);
  }

  /**
   * Show a QR code.
   *
   * The code with its design and its scans.
   */
  show(request: QrCodesShowRequest, options?: CallOptions): Call<QrOut> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}" }, request, options);
  }

  /**
   * Change a QR code.
   *
   * Only what is supplied changes, at once on the live domain. Its label and its statistics stay.
   */
  update(request: QrCodesUpdateRequest, options?: CallOptions & WithIfMatch): Call<QrOut> {
    return this.call({ method: "PATCH", path: "/api/admin/qr/{domain}/{id}" }, request, options);
  }

  /**
   * Download a QR code as EPS.
   *
   * The same page as encapsulated PostScript, level 3. `ETag` allows a conditional repeat, which is answered with 304.
   */
  epsDownload(request: QrCodesEpsDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.eps", answers: "file" }, request, options);
  }

  /**
   * Download a QR code as PDF.
   *
   * A page for print shops: RGB, with cutting marks, and boxes for bleed, trim and safe area (`ArtBox`). `ETag` allows a conditional
   * repeat, which is answered with 304.
   */
  pdfDownload(request: QrCodesPdfDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.pdf", answers: "file" }, request, options);
  }

  /**
   * Download a QR code as PNG.
   *
   * The picture of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
   */
  pngDownload(request: QrCodesPngDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.png", answers: "file" }, request, options);
  }

  /**
   * Download a QR code as SVG.
   *
   * The drawing of the code in its design. `ETag` allows a conditional repeat, which is answered with 304.
   */
  svgDownload(request: QrCodesSvgDownloadRequest, options?: CallOptions): Call<Blob> {
    return this.call({ method: "GET", path: "/api/admin/qr/{domain}/{id}/image.svg", answers: "file" }, request, options);
  }
}

/** What fans request, and the answers. */
export class ContentRequests extends Noun {
  /**
   * List content requests.
   *
   * The content that fans requested, with its state and price.
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
   * The answer is kept at once, and reaches the engine exactly once.
   */
  respond(request: ContentRequestsRespondRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<RespondedOut> {
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
   * The first segment of a domain becomes its catch-all default.
   */
  create(request: SegmentsCreateRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<SegmentOut> {
    return this.call({ method: "POST", path: "/api/admin/segments/{domain}", idempotencyKey: true }, request, options);
  }

  /**
   * Delete a segment.
   *
   * Takes the segment and its buttons out of the draft. The default segment cannot be deleted.
   */
  delete(request: SegmentsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/segments/{domain}/{segment_id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a segment.
   *
   * Changes the fields that the body names. To move the default, make another segment the default.
   */
  update(request: SegmentsUpdateRequest, options?: CallOptions & WithIfMatch): Call<SegmentOut> {
    return this.call({ method: "PATCH", path: "/api/admin/segments/{domain}/{segment_id}" }, request, options);
  }
}

/** Sign-ins to the dashboard with the calling key. */
export class Sessions extends Noun {
  /**
   * List sessions.
   *
   * Sessions of the calling key that have not ended, the one that was used last first.
   */
  list(request?: NoRequest, options?: CallOptions): Call<SessionList> {
    return this.call({ method: "GET", path: "/api/admin/sessions" }, request, options);
  }

  /**
   * Begin a session.
   *
   * The dashboard does so at the sign-in. A session ends after 12 hours without a request, after 30 days, or with its key. Of more than 50
   * sessions of a key, the one that was used longest ago ends.
   */
  create(request?: SessionsCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<SessionOut> {
    return this.call({ method: "POST", path: "/api/admin/sessions", idempotencyKey: true }, request, options);
  }

  /**
   * End all sessions.
   *
   * All of the calling key, or all but one.
   */
  endAll(request?: SessionsEndAllRequest, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/sessions", answers: "nothing" }, request, options);
  }

  /**
   * Show a session.
   *
   * With the rights of its key, and records that it was used. The dashboard asks for each request, so a session that was ended is refused
   * on every process at once.
   */
  show(request: SessionsShowRequest, options?: CallOptions): Call<SessionShown> {
    return this.call({ method: "GET", path: "/api/admin/sessions/{id}" }, request, options);
  }

  /**
   * End a session.
   *
   * At once and for good: every request of it that comes after this answer is refused.
   */
  end(request: SessionsEndRequest, options?: CallOptions): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/sessions/{id}", answers: "nothing" }, request, options);
  }
}

/** Server-side conversion pixels of a funnel link. */
export class Pixels extends Noun {
  /**
   * List a link's pixels.
   *
   * At most one pixel for each platform. No answer ever holds an access token. `ETag` covers all pixels of the link, and so does the
   * `If-Match` of a change.
   */
  list(request: PixelsListRequest, options?: CallOptions): Call<PixelList> {
    return this.call({ method: "GET", path: "/api/admin/smart-links/{provider_id}/pixels" }, request, options);
  }

  /**
   * Make or change a pixel.
   *
   * One a platform and link. The token is write-only: left out or blank, it stays as it is.
   */
  set(request: PixelsSetRequest, options?: CallOptions & WithIfMatch): Call<PixelOut> {
    return this.call({ method: "PUT", path: "/api/admin/smart-links/{provider_id}/pixels" }, request, options);
  }

  /**
   * Delete a pixel.
   *
   * Forwarding to the platform stops at once, and so does what is queued.
   */
  delete(request: PixelsDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}", answers: "nothing" }, request, options);
  }

  /**
   * Test a pixel.
   *
   * Sends one marked event that belongs to no person, also by a paused pixel, and returns the platform's answer. A test that the platform
   * accepted is in the list of the pixel's deliveries, marked as `test`.
   */
  test(request: PixelsTestRequest, options?: CallOptions & WithIdempotencyKey): Call<PixelTested> {
    return this.call({ method: "POST", path: "/api/admin/smart-links/{provider_id}/pixels/{platform}/test", idempotencyKey: true }, request, options);
  }
}

/** What was sent to a pixel's platform, and what it answered. */
export class PixelDeliveries extends Noun {
  /**
   * List a pixel's deliveries.
   *
   * Also those of a pixel that was deleted. Of what identifies a fan only hashes are shown, as only hashes are sent.
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
   * All of the pixel that the platform still takes, as if they were new.
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
   * The smart links of one domain with their policies, a page at a time.
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
   * The upstream platform is never contacted.
   */
  create(request: SmartLinksCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<SmartLinkOut> {
    return this.call({ method: "POST", path: "/api/admin/smartlinks", idempotencyKey: true }, request, options);
  }

  /**
   * Show a smart link.
   *
   * The smart link with its policy.
   */
  show(request: SmartLinksShowRequest, options?: CallOptions): Call<SmartLinkOut> {
    return this.call({ method: "GET", path: "/api/admin/smartlinks/{id}" }, request, options);
  }

  /**
   * Delete a smart link.
   *
   * Its address stops working at once, and its slug is free again.
   */
  delete(request: SmartLinksDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/smartlinks/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a smart link.
   *
   * A policy is replaced whole. The change is live at once.
   */
  update(request: SmartLinksUpdateRequest, options?: CallOptions & WithIfMatch): Call<SmartLinkOut> {
    return this.call({ method: "PATCH", path: "/api/admin/smartlinks/{id}" }, request, options);
  }

  /**
   * Simulate a smart link.
   *
   * Shows what the visitors of a country get, and why. Nothing is sent and nothing is recorded.
   */
  simulate(request: SmartLinksSimulateRequest, options?: CallOptions): Call<PolicySimulation> {
    return this.call({ method: "POST", path: "/api/admin/smartlinks/{id}/simulate" }, request, options);
  }
}

/** How much of what is limited is used. */
export class Usage extends Noun {
  /**
   * Show what is used of the plan.
   *
   * Domains and uploads, each with what there is and what is allowed.
   */
  show(request?: NoRequest, options?: CallOptions): Call<UsageOut> {
    return this.call({ method: "GET", path: "/api/admin/usage" }, request, options);
  }
}

/** What happens, reported to the owner's own servers in signed messages. */
export class Webhooks extends Noun {
  /**
   * List webhooks.
   *
   * At most 20. No answer ever holds a secret again.
   */
  list(request?: NoRequest, options?: CallOptions): Call<WebhookList> {
    return this.call({ method: "GET", path: "/api/admin/webhooks" }, request, options);
  }

  /**
   * Create a webhook.
   *
   * The answer holds the secret that messages are signed with, this once. Messages are signed after Standard Webhooks: verify
   * `webhook-signature` before you act on one. An event type needs the right to read what it reports, and `*` means all that the key may
   * read; the rights that the key and its member have then are judged at each delivery.
   */
  create(request: WebhooksCreateRequest, options?: CallOptions & WithIdempotencyKey): Call<WebhookWithSecret> {
    return this.call({ method: "POST", path: "/api/admin/webhooks", idempotencyKey: true }, request, options);
  }

  /**
   * Show a webhook.
   *
   * With the reason, where the service switched it off.
   */
  show(request: WebhooksShowRequest, options?: CallOptions): Call<WebhookOut> {
    return this.call({ method: "GET", path: "/api/admin/webhooks/{id}" }, request, options);
  }

  /**
   * Delete a webhook.
   *
   * With its secret and its deliveries. Nothing is sent any more, but for a message that is on its way.
   */
  delete(request: WebhooksDeleteRequest, options?: CallOptions & WithIfMatch): Call<void> {
    return this.call({ method: "DELETE", path: "/api/admin/webhooks/{id}", answers: "nothing" }, request, options);
  }

  /**
   * Change a webhook.
   *
   * Only what is supplied changes. `active: true` also takes back that the service switched it off; what is still pending goes on. It also
   * makes a webhook the calling key's whose own key is not accepted any more.
   */
  update(request: WebhooksUpdateRequest, options?: CallOptions & WithIfMatch): Call<WebhookOut> {
    return this.call({ method: "PATCH", path: "/api/admin/webhooks/{id}" }, request, options);
  }

  /**
   * Rotate a webhook's secret.
   *
   * The answer holds the new secret, this once. During the overlap every message has a signature with each of the two.
   */
  rotate(request: WebhooksRotateRequest, options?: CallOptions & WithIfMatch & WithIdempotencyKey): Call<WebhookWithSecret> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/rotate", idempotencyKey: true }, request, options);
  }

  /**
   * Test a webhook.
   *
   * Sends a message of the type `webhook.test`, also to a webhook that is switched off, and answers what came back. A message that the
   * webhook took is in the list of its deliveries; nothing else follows from a test.
   */
  test(request: WebhooksTestRequest, options?: CallOptions & WithIdempotencyKey): Call<WebhookTested> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/test", idempotencyKey: true }, request, options);
  }
}

/** What was sent to a webhook, and what it answered. */
export class WebhookDeliveries extends Noun {
  /**
   * List a webhook's deliveries.
   *
   * Lists the deliveries of the last 30 days, with their messages and attempts. Messages and answers are left out for events that the calling key
   * may not read.
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
   * Whatever became of it, as if for the first time, with the same `webhook-id`. To a webhook that is switched off it goes when
   * that is switched on.
   */
  redeliver(request: WebhookDeliveriesRedeliverRequest, options?: CallOptions & WithIdempotencyKey): Call<WebhookDelivery> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/deliveries/{delivery_id}/redeliver", idempotencyKey: true }, request, options);
  }

  /**
   * Send failed deliveries again.
   *
   * Takes all of the webhook that failed for good or wait for their next try, and were made since a moment. Each is tried now, with
   * the whole schedule before it.
   */
  redrive(request: WebhookDeliveriesRedriveRequest, options?: CallOptions & WithIdempotencyKey): Call<WebhookRedriven> {
    return this.call({ method: "POST", path: "/api/admin/webhooks/{id}/redrive", idempotencyKey: true }, request, options);
  }
}

/** Every noun of the API. */
export class Resources {
  /** Keys of the API: their scopes, restrictions and ends of life. */
  readonly apiKeys: ApiKeys;
  /** Who changed what. */
  readonly audit: Audit;
  /** The look of a landing page and its background pictures. */
  readonly appearance: Appearance;
  /** Messages to an audience, behind a safety gate. */
  readonly broadcasts: Broadcasts;
  /** Domains, their provisioning, and copies of drafts between them. */
  readonly domains: Domains;
  /** The buttons that a segment of visitors sees. */
  readonly buttons: Buttons;
  /** What sells of the vault. */
  readonly content: Content;
  /** What fans did, one by one, and where it belongs. */
  readonly conversions: Conversions;
  /** The draft of a landing page: differences, preview, publication, versions. */
  readonly drafts: Drafts;
  /** Visits, clicks, subscriptions and revenue, and who paid. */
  readonly statistics: Statistics;
  /** Tracked links of the connected engine, one for each offer and country. */
  readonly funnelLinks: FunnelLinks;
  /** What an owner has, given out as one document and taken in again. */
  readonly transfer: Transfer;
  /** Banners that are kept for several landing pages. */
  readonly bannerPresets: BannerPresets;
  /** Whether the addresses that pages and links lead to still work. */
  readonly destinations: Destinations;
  /** The people of the team and their rights. */
  readonly members: Members;
  /** The banner of a landing page. */
  readonly banners: Banners;
  /** Printed codes with a design, and their scans. */
  readonly qrCodes: QrCodes;
  /** What fans request, and the answers. */
  readonly contentRequests: ContentRequests;
  /** Groups of visitors of a landing page, by conditions. */
  readonly segments: Segments;
  /** Sign-ins to the dashboard with the calling key. */
  readonly sessions: Sessions;
  /** Server-side conversion pixels of a funnel link. */
  readonly pixels: Pixels;
  /** What was sent to a pixel's platform, and what it answered. */
  readonly pixelDeliveries: PixelDeliveries;
  /** Links that split visitors between offers by weight and country. */
  readonly smartLinks: SmartLinks;
  /** How much of what is limited is used. */
  readonly usage: Usage;
  /** What happens, reported to the owner's own servers in signed messages. */
  readonly webhooks: Webhooks;
  /** What was sent to a webhook, and what it answered. */
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
