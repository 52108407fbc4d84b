use crate::vault::wire::{BundleOut, ContentDetail, ContentOrder, ContentOut, SaleOut};
use attribution::MoneyApart;
use content_vault::detail::{Bundle, Detail};
use content_vault::item::ContentItem;
use content_vault::listing::{Listed, Sort};
use content_vault::sale::{CapturedSale, Totals};

use crate::convert::rfc3339;
use crate::stats::convert::by_code;

/// Converts the sort order.
pub fn sort(order: ContentOrder) -> Sort {
    match order {
        ContentOrder::Buyers => Sort::Buyers,
        ContentOrder::Tips => Sort::Tips,
        ContentOrder::Sales => Sort::Sales,
    }
}

/// Converts an item of a list.
pub fn content_out(listed: &Listed) -> ContentOut {
    item_out(&listed.item, listed.period)
}

/// Converts an item with all details.
pub fn detail_out(detail: &Detail, apart: &MoneyApart) -> ContentDetail {
    let stats = &detail.stats;
    ContentDetail {
        item: item_out(&detail.item, stats.captured),
        rank: detail.rank,
        rank_total: detail.rank_total,
        captured_sales: stats.captured.sales,
        standalone_sales: stats.standalone.sales,
        standalone_revenue_cents: stats.standalone.revenue_cents,
        currency: apart.currency.to_string(),
        other_currencies: by_code(&apart.others),
        sales: stats.sales.iter().map(sale_out).collect(),
        bundles: stats.bundles.iter().map(bundle_out).collect(),
    }
}

fn item_out(item: &ContentItem, period: Totals) -> ContentOut {
    ContentOut {
        content_id: item.content_id.get(),
        media_type: item.media_type.as_str().to_owned(),
        buyers_count: item.buyers_count,
        tips_cents: item.tips_cents,
        likes_count: item.likes_count,
        has_cover: item.has_cover,
        vendor_created_at: rfc3339(item.created_at),
        period_sales: period.sales,
        period_revenue_cents: period.revenue_cents,
    }
}

fn sale_out(sale: &CapturedSale) -> SaleOut {
    SaleOut {
        fan_id: sale.fan_id.clone(),
        fan_username: sale.fan_username.clone(),
        price_cents: sale.gross_cents,
        currency: sale.currency.map(|currency| currency.to_string()),
        media_in_msg: sale.media_in_msg,
        sold_at: rfc3339(sale.sold_at),
    }
}

fn bundle_out(bundle: &Bundle) -> BundleOut {
    BundleOut {
        bundle_key: bundle.key.clone(),
        n_media: bundle.n_media,
        times_sold: bundle.times_sold,
        revenue_cents: bundle.revenue_cents,
        avg_price_cents: bundle.avg_price_cents,
        last_sold_ts: bundle.last_sold_at.seconds(),
        name: bundle.name.clone(),
        cover_ids: bundle.cover_ids.iter().map(|id| id.get()).collect(),
    }
}
