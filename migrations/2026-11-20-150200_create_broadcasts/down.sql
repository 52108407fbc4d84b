DROP TABLE broadcast_paces;
DROP TABLE broadcast_fans;
DROP TABLE broadcast_rows;
DROP TABLE broadcast_tallies;
DROP TABLE broadcast_figures;
DROP TABLE broadcast_audit;
DROP TABLE broadcasts;
DROP TABLE broadcast_gates;
